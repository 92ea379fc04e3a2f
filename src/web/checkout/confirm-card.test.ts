import { describe, expect, it } from 'vitest'
import { cardForm, error, intent, stubPage } from '../../../tests/setup/checkout-page'
import { describePaymentError, translateCardError } from '../card-errors/translate-card-error'
import { type CardError, cardErrors } from '../locales/late-messages'
import { confirmCard, readConfirmation } from './confirm-card'

stubPage()

const paid = { paymentIntent: intent('succeeded') }

/** Confirms with these answers of the provider's script, one for each call. */
async function confirm(email: string | null, ...answers: unknown[]) {
  const calls: object[] = []
  const card = cardForm(async options => {
    calls.push(options)
    return answers[calls.length - 1]
  })
  return { calls, result: await confirmCard(card, email) }
}

describe('the email that goes to the provider with the card', () => {
  const sent = (email: string) => ({
    confirmParams: { payment_method_data: { billing_details: { email } } },
  })

  it('is one that the provider accepts; the bank may lead away only if it must', async () => {
    const { calls } = await confirm('maria+candle@mail.example.org', paid)
    expect(calls).toMatchObject([sent('maria+candle@mail.example.org')])
    expect(calls).toMatchObject([
      { confirmParams: { return_url: 'https://candle.example.org/' }, redirect: 'if_required' },
    ])
  })

  it.each([
    null,
    '',
    'maria',
    'іvan@gmail.com',
    'олена@приклад.укр',
    'ivan@gmail.com.',
    'ivan@gmail,com',
    'ivan..petrov@gmail.com',
    `${'i'.repeat(250)}@gmail.com`,
  ])('is left out when it is %j', async email => {
    const { calls, result } = await confirm(email, paid)
    expect(calls).toHaveLength(1)
    expect(calls[0]).not.toHaveProperty('confirmParams.payment_method_data')
    expect(result.kind).toBe('succeeded')
  })

  it.each([
    { code: 'email_invalid' },
    { code: 'parameter_invalid', param: 'payment_method_data[billing_details][email]' },
  ])('is left out at a second attempt when it was rejected: $code', async rejected => {
    const { calls, result } = await confirm(
      'maria@example.org',
      { error: error('invalid_request_error', rejected) },
      paid,
    )
    expect(calls).toMatchObject([sent('maria@example.org'), { confirmParams: {} }])
    expect(calls[1]).not.toHaveProperty('confirmParams.payment_method_data')
    expect(result.kind).toBe('succeeded')
  })

  it('is no reason for a second attempt of a declined card', async () => {
    const declined = error('card_error', { code: 'card_declined' })
    const { calls, result } = await confirm('maria@example.org', { error: declined })
    expect([calls.length, result.kind]).toEqual([1, 'refused'])
  })
})

/**
 * The kinds of documented errors of `confirmPayment` (docs.stripe.com/error-codes, docs.stripe.com/api/errors).
 * `none`: nothing was charged, and the visitor may try again; `open`: the server is asked.
 * The last column is the reason, said in the visitor's language; without one it is the provider's text.
 */
const documented: [type: string, code: string, charged: 'none' | 'open', said?: CardError][] = [
  // The visitor's to correct: the card, or what was typed.
  ['validation_error', 'incomplete_number', 'none', 'number-incomplete'],
  ['validation_error', 'invalid_expiry_year_past', 'none', 'expiry-past'],
  ['card_error', 'card_declined', 'none', 'declined'],
  ['card_error', 'expired_card', 'none', 'expired'],
  ['card_error', 'incorrect_cvc', 'none', 'code-incorrect'],
  ['card_error', 'processing_error', 'none', 'processing-error'],
  ['card_error', 'authentication_required', 'none', 'authentication-required'],
  ['card_error', 'payment_method_provider_decline', 'none', 'declined'],
  ['invalid_request_error', 'payment_method_customer_decline', 'none', 'secure-check-failed'],
  ['invalid_request_error', 'payment_method_provider_timeout', 'none', 'timeout'],
  ['invalid_request_error', 'postal_code_invalid', 'none', 'postal-invalid'],
  // Rejected whole, before any bank was asked.
  ['invalid_request_error', 'email_invalid', 'none', 'something-wrong'],
  ['invalid_request_error', 'parameter_invalid_string_empty', 'none', 'something-wrong'],
  ['invalid_request_error', 'parameters_exclusive', 'none', 'something-wrong'],
  ['invalid_request_error', 'url_invalid', 'none', 'something-wrong'],
  ['invalid_request_error', 'secret_key_required', 'none', 'something-wrong'],
  ['invalid_request_error', 'payment_intent_invalid_parameter', 'none', 'something-wrong'],
  ['invalid_request_error', 'payment_intent_incompatible_payment_method', 'none', 'method-invalid'],
  ['invalid_request_error', 'payment_method_invalid_parameter', 'none', 'method-invalid'],
  ['invalid_request_error', 'payment_method_currency_mismatch', 'none', 'currency-not-supported'],
  ['authentication_error', 'api_key_expired', 'none', 'something-wrong'],
  // Another request for the same payment may charge it, or only the result could not be read.
  ['invalid_request_error', 'payment_intent_unexpected_state', 'open', 'something-wrong'],
  ['invalid_request_error', 'lock_timeout', 'open', 'something-wrong'],
  ['invalid_request_error', 'rate_limit', 'open', 'too-often'],
  ['idempotency_error', 'idempotency_key_in_use', 'open', 'something-wrong'],
  ['rate_limit_error', 'rate_limit', 'open', 'too-often'],
  ['api_error', '', 'open'],
  ['api_connection_error', '', 'open'],
]

describe('of the provider’s documented errors', () => {
  it.each(documented)('%s %s: %s', (type, code, charged, said) => {
    const answer = { error: error(type, { code, message: 'A text for developers' }) }
    const confirmation = readConfirmation(answer)
    expect(confirmation.kind).toBe(charged === 'none' ? 'refused' : 'unclear')
    if (!('error' in confirmation) || confirmation.error?.kind !== 'refused') throw new Error()
    for (const language of ['uk', 'ru', 'en'] as const)
      expect(translateCardError(confirmation.error, language)).toBe(
        said ? cardErrors[language][said] : 'A text for developers',
      )
  })

  it.each([
    ['payment_intent_authentication_failure', 'requires_payment_method', 'refused'],
    ['payment_intent_payment_attempt_failed', 'requires_payment_method', 'refused'],
    ['payment_intent_unexpected_state', 'succeeded', 'succeeded'],
    ['payment_intent_unexpected_state', 'canceled', 'unclear'],
    ['payment_intent_unexpected_state', 'processing', 'unclear'],
    ['payment_intent_action_required', 'requires_action', 'unclear'],
  ])('%s with an intent that is %s is %s', (code, status, kind) => {
    const more = { code, payment_intent: intent(status) }
    expect(readConfirmation({ error: error('invalid_request_error', more) }).kind).toBe(kind)
  })

  it.each(['processing', 'requires_action', 'requires_payment_method', 'canceled', 'tomorrow’s'])(
    'an intent that is %s, without any, proves nothing',
    status => expect(readConfirmation({ paymentIntent: intent(status) }).kind).toBe('unclear'),
  )
})

describe('what the visitor reads', () => {
  const show = (error: Parameters<typeof describePaymentError>[0]) =>
    describePaymentError(error, { language: 'en', payment: { kind: 'none' } })

  it('of an exception is that the payment could not be started', async () => {
    const card = cardForm(() => Promise.reject(new Error('out of order')))
    const result = await confirmCard(card, null)
    if (result.kind !== 'unclear' || !result.error) throw new Error('it must stay unclear')
    expect(show(result.error)[0]).toBe('Failed to initialize payment. Please try again.')
  })

  it('of a refusal without a text is Payment failed', () => {
    const result = readConfirmation({ error: error('card_error') })
    if (result.kind !== 'refused') throw new Error('expected a refusal')
    expect(show(result.error)[0]).toBe('Payment failed')
  })
})
