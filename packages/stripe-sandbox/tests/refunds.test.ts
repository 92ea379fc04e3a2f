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
    const told = ['charge.dispute.closed', 'charge.dispute.funds_reinstated']
    const { data: events } = await stripe.events.list({ types: told })
    expect(events.map(({ type }) => type).toSorted()).toEqual(told)
    await expect(control.post(`disputes/${dispute?.id}/close`, { status: 'lost' })).rejects.toThrow(
      /is won already/,
    )
    expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded')
  })

  test('a lost dispute brings no money back, and the charge cannot be refunded', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(paidDirectly)
    const { id: dispute } = await control.post<{ id: string }>('disputes', { payment_intent: id })
    await control.post(`disputes/${dispute}/review`)
    expect((await stripe.disputes.retrieve(dispute)).status).toBe('under_review')
    await control.post(`disputes/${dispute}/close`, { status: 'lost' })
    expect((await stripe.disputes.retrieve(dispute)).status).toBe('lost')
    const { data } = await stripe.events.list()
    expect(data.map(({ type }) => type).slice(0, 4)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ])
    expect((await refusalOf(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      'charge_disputed',
    )
  })

  test('a warning takes no money, and the charge may still be refunded', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(paidDirectly)
    const { id: dispute } = await control.post<{ id: string }>('disputes', {
      payment_intent: id,
      status: 'warning_needs_response',
    })
    await control.post(`disputes/${dispute}/review`)
    expect((await stripe.disputes.retrieve(dispute)).status).toBe('warning_under_review')
    expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded')
    await control.post(`disputes/${dispute}/close`, { status: 'warning_closed' })
    const withdrawn = await stripe.events.list({ type: 'charge.dispute.funds_withdrawn' })
    expect(withdrawn.data).toEqual([])
  })

  test('refunds and disputes of one payment are listed newest first, page by page', async () => {
    const { stripe, control } = await openSandbox()
    const [one, other] = [
      await stripe.paymentIntents.create(paidDirectly),
      await stripe.paymentIntents.create(paidDirectly),
    ]
    const refunds: string[] = []
    for (let part = 0; part < 5; part += 1) {
      const given = { payment_intent: one.id, amount: 1_000 }
      refunds.unshift((await stripe.refunds.create(given)).id)
    }
    await stripe.refunds.create({ payment_intent: other.id, amount: 1_000 })
    const seen: string[] = []
    const pages = stripe.refunds.list({ payment_intent: one.id, limit: 2 })
    for await (const refund of pages) seen.push(refund.id)
    expect(seen).toEqual(refunds)
    const first = await stripe.refunds.list({ payment_intent: one.id, limit: 2 })
    expect([first.has_more, first.data.length]).toEqual([true, 2])

    for (const amount of [2_000, 3_000])
      await control.post('disputes', { payment_intent: other.id, amount })
    const disputes = await stripe.disputes.list({ payment_intent: other.id })
    expect(disputes.data.map(({ amount }) => amount)).toEqual([3_000, 2_000])
    const [newest] = disputes.data
    const rest = await stripe.disputes.list({
      payment_intent: other.id,
      starting_after: newest?.id ?? '',
    })
    expect(rest.data.map(({ amount }) => amount)).toEqual([2_000])
    expect((await stripe.disputes.list({ payment_intent: one.id })).data).toEqual([])
  })

  test('a pending refund counts once it has gone through, and can fail or be canceled instead', async () => {
    const { stripe, control } = await openSandbox()
    for (const [status, given] of [
      ['succeeded', { pending: true }],
      ['failed', { pending: true, fails: true }],
      ['canceled', { pending: true }],
    ] as const) {
      const { id } = await stripe.paymentIntents.create(paidDirectly)
      const amount = 5_000
      const { body: refund } = await control.post<{ body: { id: string; status: string } }>(
        'refunds',
        { payment_intent: id, amount, ...given },
      )
      expect(refund.status).toBe('pending')
      const charge = async () => (await stripe.charges.list({ payment_intent: id })).data[0]
      expect((await charge())?.amount_refunded).toBe(0)
      const tooMuch = stripe.refunds.create({ payment_intent: id, amount: 16_000 })
      expect((await refusalOf(tooMuch)).statusCode).toBe(400)
      if (status === 'canceled') await control.post(`refunds/${refund.id}/settle`, { status })
      else await control.post('drain')
      expect((await stripe.refunds.retrieve(refund.id)).status).toBe(status)
      expect((await charge())?.amount_refunded).toBe(status === 'succeeded' ? amount : 0)
      await expect(
        control.post(`refunds/${refund.id}/settle`, { status: 'canceled' }),
      ).rejects.toThrow(refund.id)
    }
    expect((await stripe.events.list({ type: 'refund.updated' })).data).toHaveLength(3)
    expect((await stripe.events.list({ type: 'charge.refunded' })).data).toEqual([])
  })

  test('the documented dispute card disputes by itself', async () => {
    const { stripe } = await openSandbox()
    await stripe.paymentIntents.create({ ...paidDirectly, payment_method: 'pm_card_createDispute' })
    expect((await stripe.disputes.list()).data).toHaveLength(1)
  })
})
