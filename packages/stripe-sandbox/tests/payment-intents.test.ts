import { describe, expect, test } from 'vitest'
import { donation, openSandbox, refusalOf } from './open-sandbox'

describe('the life of a payment intent, through the unmodified SDK', () => {
  test('an intent is created as it was asked for and read back the same', async () => {
    const { stripe } = await openSandbox()
    const created = await stripe.paymentIntents.create({
      ...donation,
      receipt_email: 'olha@example.org',
      description: 'Свічка',
    })
    expect(created).toMatchObject({
      amount: 20_000,
      amount_received: 0,
      currency: 'uah',
      status: 'requires_payment_method',
      livemode: false,
      metadata: { app: 'shop' },
      receipt_email: 'olha@example.org',
      description: 'Свічка',
      payment_method_types: ['card'],
      capture_method: 'automatic_async',
    })
    expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w{20,}$`))
    const read = await stripe.paymentIntents.retrieve(created.id)
    expect({ ...read }).toEqual({ ...created })
  })

  test('a payment makes one charge that shows the card without its number', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    await control.post(`payment_intents/${id}/pay`, {
      card: '5555555555554444',
      billing_details: { email: 'olha@example.org', name: 'Olha' },
    })
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 20_000,
      latest_charge: {
        paid: true,
        captured: true,
        amount: 20_000,
        billing_details: { email: 'olha@example.org', name: 'Olha' },
        payment_method_details: {
          type: 'card',
          card: { brand: 'mastercard', last4: '4444', country: 'US' },
        },
      },
    })
    expect(JSON.stringify(await control.get('charges'))).not.toContain('5555555555554444')
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

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
    await control.post(`payment_intents/${id}/pay`, { billing_details, receipt_email })
    const paid = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge', 'payment_method'],
    })
    expect(paid).toMatchObject({ ...facts, receipt_email, payment_method: { billing_details } })
    expect(paid.latest_charge).toMatchObject({ ...facts, receipt_email, billing_details })
    const [event] = (await stripe.events.list({ type: 'charge.succeeded' })).data
    expect(event?.data.object).toMatchObject({ ...facts, receipt_email, billing_details })
  })

  test('a paid intent can neither be paid again nor canceled; its notes can be changed', async () => {
    const { stripe } = await openSandbox()
    const { id } = await stripe.paymentIntents.create({
      ...donation,
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    for (const call of [
      () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      () => stripe.paymentIntents.cancel(id),
    ])
      expect(await refusalOf(call())).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'succeeded' },
      })
    const changed = await stripe.paymentIntents.update(id, { metadata: { order: '7', app: '' } })
    expect(changed.metadata).toEqual({ order: '7' })
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  test('a refused card leaves the intent open for another', async () => {
    const { stripe } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    const refused = await refusalOf(
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    )
    expect(refused).toMatchObject({ type: 'StripeCardError', decline_code: 'generic_decline' })
    const open = await stripe.paymentIntents.retrieve(id)
    expect(open).toMatchObject({ status: 'requires_payment_method', payment_method: null })
    expect(open.last_payment_error?.code).toBe('card_declined')
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    const charges = await stripe.charges.list({ payment_intent: id })
    expect(charges.data.map(charge => charge.status)).toEqual(['succeeded', 'failed'])
  })

  test('3-D Secure: passed pays, failed opens the intent again without a charge, left alone it waits', async () => {
    const { stripe, control } = await openSandbox()
    const outcomes = []
    for (const challenge of ['pass', 'fail', 'leave']) {
      const { id } = await stripe.paymentIntents.create(donation)
      await control.post(`payment_intents/${id}/pay`, { card: '4000002760003184', challenge })
      const intent = await stripe.paymentIntents.retrieve(id)
      const { data: charges } = await stripe.charges.list({ payment_intent: id })
      outcomes.push([intent.status, intent.last_payment_error?.code, charges.length])
    }
    expect(outcomes).toEqual([
      ['succeeded', undefined, 1],
      ['requires_payment_method', 'payment_intent_authentication_failure', 0],
      ['requires_action', undefined, 0],
    ])
  })

  test('what the bank still thinks about settles by itself, one way or the other', async () => {
    const { stripe, control } = await openSandbox()
    for (const ends of ['succeeded', 'failed']) {
      const { id } = await stripe.paymentIntents.create(donation)
      await control.post(`payment_intents/${id}/processing`, { ends })
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe('processing')
      await control.post('drain')
      const settled = ends === 'succeeded' ? 'succeeded' : 'requires_payment_method'
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
