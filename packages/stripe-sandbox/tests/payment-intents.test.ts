import { describe, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox'
import { donation } from './open-sdk'

describe('the life of a payment intent, through the unmodified SDK', () => {
  test('who paid and what for is kept on the intent and on its charge', async () => {
    const { stripe, control } = await openSandbox()
    const facts = { description: 'Свічка', metadata: { order: '7' } }
    const { id } = await stripe.paymentIntents.create({ ...donation, ...facts })
    const billing_details = {
      email: 'olha@example.org',
      name: 'Olha',
      phone: '+380441234567',
      address: { city: 'Київ', country: 'UA', postal_code: '01001' },
    }
    const receipt_email = 'receipt@example.org'
    const card = '5555555555554444'
    await control.post(`payment_intents/${id}/pay`, { card, billing_details, receipt_email })
    const paid = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge', 'payment_method'],
    })
    expect(paid).toMatchObject({ ...facts, receipt_email, payment_method: { billing_details } })
    expect(paid.latest_charge).toMatchObject({
      ...{ ...facts, receipt_email, billing_details, paid: true, captured: true, amount: 20_000 },
      payment_method_details: { card: { brand: 'mastercard', last4: '4444', country: 'US' } },
    })
    expect(JSON.stringify(await control.get('charges'))).not.toContain(card)
    const [event] = (await stripe.events.list({ types: ['charge.succeeded'] })).data
    expect(event?.data.object).toMatchObject({ ...facts, receipt_email, billing_details })
  })

  test('a processing payment ends by itself, paid or declined, or is canceled', async () => {
    const { stripe, control } = await openSandbox()
    for (const [card, settled] of [
      ['4000009000000011', 'succeeded'],
      ['4000009000000029', 'requires_payment_method'],
      ['4000009000000029', 'canceled'],
    ]) {
      const { id } = await stripe.paymentIntents.create(donation)
      await control.post(`payment_intents/${id}/pay`, { card })
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe('processing')
      if (settled === 'canceled') await stripe.paymentIntents.cancel(id)
      await control.post('drain')
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe(settled)
    }
  })

  test('lists page through everything exactly once, newest first, from a moment on', async () => {
    const { stripe, control } = await openSandbox()
    const ids: string[] = []
    for (let made = 0; made < 23; made += 1) {
      if (made === 11) await control.post('clock', { advance_ms: 60_000 })
      ids.unshift((await stripe.paymentIntents.create(donation)).id)
    }
    const seen: string[] = []
    for await (const intent of stripe.paymentIntents.list({ limit: 5 })) seen.push(intent.id)
    expect(seen).toEqual(ids)

    const { created } = await stripe.paymentIntents.retrieve(ids[0] ?? '')
    const recent = await stripe.paymentIntents.list({ limit: 100, created: { gte: created - 30 } })
    expect(recent.data.map(intent => intent.id)).toEqual(ids.slice(0, 12))
    expect(recent.has_more).toBe(false)
  })
})
