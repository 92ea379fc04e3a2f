import { describe, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox'
import { paidDirectly, paidWith, rejectionOf } from './open-sdk'

describe('refunds', () => {
  test('a bank may delay it, or return it', async () => {
    const { stripe, control } = await openSandbox()
    const cards = [
      ['pm_card_pendingRefund', 'pending', 'succeeded', true],
      ['pm_card_refundFail', 'succeeded', 'failed', false],
    ] as const
    for (const [payment_method, first, last, refunded] of cards) {
      const { id } = await stripe.paymentIntents.create(paidWith(payment_method))
      const refund = await stripe.refunds.create({ payment_intent: id })
      expect(refund.status).toBe(first)
      await control.post('drain')
      expect((await stripe.refunds.retrieve(refund.id)).status).toBe(last)
      const [charge] = (await stripe.charges.list({ payment_intent: id })).data
      expect(charge?.refunded).toBe(refunded)
    }
    expect((await stripe.events.list({ types: ['refund.failed'] })).data).toHaveLength(1)
    expect((await stripe.events.list({ types: ['charge.refund.updated'] })).data).toHaveLength(2)
  })

  test.each([
    ['won', '', ['created', 'funds_withdrawn', 'funds_reinstated', 'closed']],
    ['lost', 'ProductNotReceived', ['created', 'funds_withdrawn', 'closed']],
    ['warning_closed', 'Inquiry', ['created', 'closed']],
  ])(
    'a dispute that is %s: its events, and whether a refund is possible',
    async (status, card, told) => {
      const { stripe, control } = await openSandbox()
      const { id: payment_intent } = await stripe.paymentIntents.create(
        paidWith(`pm_card_createDispute${card}`),
      )
      const [dispute] = (await stripe.disputes.list({ payment_intent })).data
      const first = card === 'Inquiry' ? 'warning_needs_response' : 'needs_response'
      const reason = card === 'ProductNotReceived' ? 'product_not_received' : 'fraudulent'
      expect(dispute).toMatchObject({ amount: 20_000, status: first, reason })
      const id = dispute?.id ?? ''
      const [charge] = (await stripe.charges.list({ payment_intent })).data
      expect(charge?.disputed).toBe(true)
      const refund = () => stripe.refunds.create({ payment_intent, amount: 100 })
      if (first === 'needs_response')
        expect((await rejectionOf(refund())).code).toBe('charge_disputed')

      await control.post(`disputes/${id}/close`, { status })
      const closed = await stripe.disputes.retrieve(id)
      expect([closed.status, closed.is_charge_refundable]).toEqual([status, status !== 'lost'])
      const refunded = await refund().then(
        ({ status }) => status,
        error => error.code,
      )
      expect(refunded).toBe(status === 'lost' ? 'charge_disputed' : 'succeeded')
      const types = told.map(type => `charge.dispute.${type}`)
      const events = await stripe.events.list({ types })
      expect(events.data.map(({ type }) => type).toReversed()).toEqual(types)
      const again = control.post(`disputes/${id}/close`, { status: 'lost' })
      await expect(again).rejects.toThrow(/already/)
    },
  )

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
      expect((await rejectionOf(tooMuch)).statusCode).toBe(400)
      if (status === 'canceled') await control.post(`refunds/${refund.id}/settle`, { status })
      else await control.post('drain')
      expect((await stripe.refunds.retrieve(refund.id)).status).toBe(status)
      expect((await charge())?.amount_refunded).toBe(status === 'succeeded' ? amount : 0)
      await expect(
        control.post(`refunds/${refund.id}/settle`, { status: 'canceled' }),
      ).rejects.toThrow(refund.id)
    }
    expect((await stripe.events.list({ types: ['refund.updated'] })).data).toHaveLength(3)
    expect((await stripe.events.list({ types: ['charge.refunded'] })).data).toEqual([])
  })
})
