import { describe, expect, test } from 'vitest'
import { donation, openSandbox, refusalOf } from './open-sandbox'

const paidDirectly = { ...donation, confirm: true, payment_method: 'pm_card_visa' }

describe('money given back', () => {
  test('in parts, and never more than was paid', async () => {
    const { stripe } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(paidDirectly)
    const part = await stripe.refunds.create({ payment_intent: id, amount: 5_000 })
    expect(part).toMatchObject({ status: 'succeeded', amount: 5_000, payment_intent: id })
    expect(
      (await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 16_000 }))).statusCode,
    ).toBe(400)
    await stripe.refunds.create({ payment_intent: id, reason: 'requested_by_customer' })
    const [charge] = (await stripe.charges.list({ payment_intent: id })).data
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 20_000 })
    expect((await refusalOf(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      'charge_already_refunded',
    )
    const { data } = await stripe.refunds.list({ payment_intent: id })
    expect(data.map(({ amount }) => amount)).toEqual([15_000, 5_000])
    expect((await stripe.refunds.retrieve(part.id)).id).toBe(part.id)
    const told = await stripe.events.list({ types: ['charge.refunded'] })
    expect(told.data).toHaveLength(2)
  })

  test('nothing is given back of what was never paid', async () => {
    const { stripe } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    expect((await refusalOf(stripe.refunds.create({ payment_intent: id }))).statusCode).toBe(400)
    expect((await refusalOf(stripe.refunds.create({}))).statusCode).toBe(400)
    expect((await refusalOf(stripe.refunds.create({ charge: 'ch_nobody' }))).statusCode).toBe(404)
  })

  test('a bank may take its time over it, or send it back', async () => {
    const { stripe, control } = await openSandbox()
    const cards = [
      ['pm_card_pendingRefund', 'pending', 'succeeded', true],
      ['pm_card_refundFail', 'succeeded', 'failed', false],
    ] as const
    for (const [payment_method, first, last, refunded] of cards) {
      const { id } = await stripe.paymentIntents.create({ ...paidDirectly, payment_method })
      const refund = await stripe.refunds.create({ payment_intent: id })
      expect(refund.status).toBe(first)
      await control.post('drain')
      expect((await stripe.refunds.retrieve(refund.id)).status).toBe(last)
      const [charge] = (await stripe.charges.list({ payment_intent: id })).data
      expect(charge?.refunded).toBe(refunded)
    }
    expect((await stripe.events.list({ type: 'refund.failed' })).data).toHaveLength(1)
    expect((await stripe.events.list({ type: 'charge.refund.updated' })).data).toHaveLength(2)
  })

  test('a dispute marks the charge and bars a refund', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(paidDirectly)
    await control.post('disputes', { payment_intent: id, reason: 'product_not_received' })
    const [charge] = (await stripe.charges.list({ payment_intent: id })).data
    expect(charge?.disputed).toBe(true)
    expect((await refusalOf(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      'charge_disputed',
    )
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'product_not_received' })
    const { data } = await stripe.events.list({ type: 'charge.dispute.created' })
    expect(data[0]?.data.object).toMatchObject({ id: dispute?.id })
    await control.post(`disputes/${dispute?.id}/close`, { status: 'won' })
    expect((await stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('won')
    expect((await stripe.events.list({ type: 'charge.dispute.closed' })).data).toHaveLength(1)
  })

  test('the documented dispute card disputes by itself', async () => {
    const { stripe } = await openSandbox()
    await stripe.paymentIntents.create({ ...paidDirectly, payment_method: 'pm_card_createDispute' })
    expect((await stripe.disputes.list()).data).toHaveLength(1)
  })
})
