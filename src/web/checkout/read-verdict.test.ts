import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { noWords, readConfirmation, readIntent } from './read-verdict'

// What the provider sends has dozens of fields; these are the ones that decide.
const intent = (status: string, more: object = {}) =>
  ({ status, last_payment_error: null, ...more }) as PaymentIntent
const error = (type: string, more: object = {}) => ({ type, ...more }) as StripeError

describe('what the provider said of a payment', () => {
  it.each([
    ['succeeded', 'paid'],
    ['requires_payment_method', 'refused'],
    ['canceled', 'expired'],
    ['requires_action', 'open'],
    ['requires_confirmation', 'open'],
    ['processing', 'unclear'],
    ['a status of tomorrow', 'unclear'],
  ])('an intent that is "%s" is %s', (status, kind) => {
    expect(readIntent(intent(status), noWords).kind).toBe(kind)
  })

  it.each(['card_error', 'validation_error'])('a %s is a certain refusal', type => {
    expect(readConfirmation({ error: error(type, { message: 'no' }) })).toMatchObject({
      kind: 'refused',
      fault: { message: 'no' },
    })
  })

  it.each([
    'api_connection_error',
    'api_error',
    'authentication_error',
    'idempotency_error',
    'invalid_request_error',
    'rate_limit_error',
  ])('a %s proves nothing', type => {
    expect(readConfirmation({ error: error(type) }).kind).toBe('unclear')
  })

  it('an error without the intent in it may have been overtaken on the way', () => {
    const lost = readConfirmation({ error: error('api_connection_error') })
    expect(lost).toMatchObject({ lost: true })
    const answered = error('invalid_request_error', { payment_intent: intent('succeeded') })
    expect(readConfirmation({ error: answered })).toMatchObject({ lost: false })
  })

  it('a refusal found later is told in the words of the bank, if it left some', () => {
    const refused = intent('requires_payment_method', {
      last_payment_error: { message: 'Your card was declined.', decline_code: 'do_not_honor' },
    })
    expect(readIntent(refused, noWords)).toMatchObject({
      fault: { message: 'Your card was declined.', declineCode: 'do_not_honor' },
    })
  })
})
