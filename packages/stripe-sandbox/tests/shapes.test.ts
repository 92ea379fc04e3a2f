import type Stripe from 'stripe'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type {
  Charge,
  Dispute,
  PaymentIntent,
  PaymentMethod,
  Refund,
  StripeEvent,
} from '../src/records'
import { openSandbox } from './open-sandbox'
import { donation } from './open-sdk'

/** What a browser that paid was answered. */
interface Declined {
  status: number
  body: { error: Record<string, unknown> }
}

/** What is wrong with our type: that it is not theirs, or names that they do not have. */
type Differs<Ours, Theirs> = Ours extends Theirs ? Exclude<keyof Ours, keyof Theirs> : 'not theirs'

test('each object has the keys of the SDK’s type with fitting values, and no other', () => {
  expectTypeOf<Differs<PaymentIntent, Stripe.PaymentIntent>>().toBeNever()
  expectTypeOf<Differs<Charge, Stripe.Charge>>().toBeNever()
  expectTypeOf<Differs<PaymentMethod, Stripe.PaymentMethod>>().toBeNever()
  expectTypeOf<Differs<Refund, Stripe.Refund>>().toBeNever()
  expectTypeOf<Differs<Dispute, Stripe.Dispute>>().toBeNever()
  expectTypeOf<keyof StripeEvent>().toEqualTypeOf<
    Exclude<keyof Stripe.Event, 'account' | 'context' | 'reason'>
  >()
})

describe('the envelope of a decline', () => {
  /** Key by key as in recorded answers of the real API (2026). */
  const recorded =
    'advice_code charge code decline_code doc_url message network_advice_code network_decline_code payment_intent payment_method type'

  test.each([
    ['4000000000000002', {}],
    // No test card.
    ['4111111111111111', {}],
    ['4000000000000069', { param: 'exp_month' }],
    ['4000000000000127', { param: 'cvc' }],
  ])('%s', async (card, more) => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    const { status, body } = await control.post<Declined>(`payment_intents/${id}/pay`, { card })
    const { code } = body.error
    expect(status).toBe(402)
    expect(Object.keys(body.error).toSorted()).toEqual(
      [...recorded.split(' '), ...Object.keys(more)].toSorted(),
    )
    expect(body.error).toMatchObject({
      ...more,
      type: 'card_error',
      doc_url: `https://stripe.com/docs/error-codes/${String(code).replaceAll('_', '-')}`,
      payment_intent: { id, status: 'requires_payment_method', last_payment_error: { code } },
      payment_method: { object: 'payment_method', type: 'card' },
    })
    const charge = await stripe.charges.retrieve(String(body.error.charge))
    expect(charge).toMatchObject({ status: 'failed', paid: false, failure_code: code })
  })

  test.each([
    [{ card: '4242424242424241' }, 'incorrect_number'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ exp_year: 2020 }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('a card that cannot be: %j → %s, and no charge', async (card, code) => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    const { status, body } = await control.post<Declined>(`payment_intents/${id}/pay`, card)
    expect([status, body.error.code]).toEqual([402, code])
    expect((await stripe.charges.list()).data).toEqual([])
  })
})
