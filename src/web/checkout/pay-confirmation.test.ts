import { expect, it } from 'vitest'
import { error, intent, stubPage } from '../../../tests/setup/checkout-page'
import { languages } from '../../shared/language'
import { describePaymentError } from '../card-errors/describe-payment-error'
import { translateCardError } from '../card-errors/translate-card-error'
import { type CardError, cardErrors } from '../locales/checkout-messages'
import { confirmCard, type OpenCardForm, parseConfirmation } from './pay'

stubPage()

const cardForm = (confirmPayment: (options: object) => Promise<unknown>) =>
  ({
    elements: { submit: async () => ({}) },
    stripe: { confirmPayment },
  }) as unknown as OpenCardForm

const paid = { paymentIntent: intent('succeeded') }
const rejected = (more: object) => ({ error: error('invalid_request_error', more) })
const declined = { error: error('card_error', { code: 'card_declined' }) }
const clientSecret = 'pi_12345678_secret_abc'
const maria = 'maria+candle@mail.example.org'
const billing = 'payment_method_data[billing_details][email]'

it.each<[string | null, unknown[], (string | undefined)[], string]>([
  [maria, [paid], [maria], 'succeeded'],
  [null, [paid], [undefined], 'succeeded'],
  // What the provider would reject.
  ['іvan@gmail.com', [paid], [undefined], 'succeeded'],
  ['олена@приклад.укр', [paid], [undefined], 'succeeded'],
  ['ivan@gmail.com.', [paid], [undefined], 'succeeded'],
  ['ivan..petrov@gmail.com', [paid], [undefined], 'succeeded'],
  [`${'i'.repeat(250)}@gmail.com`, [paid], [undefined], 'succeeded'],
  // What it rejects after all is confirmed without it; a declined card is not.
  [maria, [rejected({ code: 'email_invalid' }), paid], [maria, undefined], 'succeeded'],
  [maria, [rejected({ param: billing }), paid], [maria, undefined], 'succeeded'],
  [maria, [declined], [maria], 'declined'],
])(
  'with the email %s and the answers %j the provider is sent %j',
  async (email, answers, sent, kind) => {
    const calls: object[] = []
    const card = cardForm(async options => answers[calls.push(options) - 1])
    expect((await confirmCard(card, clientSecret, email)).kind).toBe(kind)
    expect(calls).toEqual(
      sent.map(given => ({
        elements: card.elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: {
          return_url: 'https://candle.example.org/',
          ...(given && { payment_method_data: { billing_details: { email: given } } }),
        },
      })),
    )
  },
)

/**
 * The kinds of documented errors of `confirmPayment` (docs.stripe.com/error-codes,
 * docs.stripe.com/api/errors). `none`: nothing was charged, and the visitor may try again; `open`: the
 * server is asked. The last column is the reason, said in the visitor's language; without one it is the
 * provider's text.
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

it.each(documented)('%s %s: %s', (type, code, charged, said) => {
  const answer = { error: error(type, { code, message: 'A text for developers' }) }
  const confirmation = parseConfirmation(answer)
  expect(confirmation.kind).toBe(charged === 'none' ? 'declined' : 'unclear')
  if (!('error' in confirmation) || confirmation.error?.kind !== 'declined') throw new Error()
  for (const language of languages)
    expect(translateCardError(confirmation.error, language)).toBe(
      said ? cardErrors[language][said] : 'A text for developers',
    )
})

it.each([
  ['payment_intent_authentication_failure', 'requires_payment_method', 'declined'],
  ['payment_intent_payment_attempt_failed', 'requires_payment_method', 'declined'],
  ['payment_intent_unexpected_state', 'succeeded', 'succeeded'],
  ['payment_intent_unexpected_state', 'canceled', 'unclear'],
  ['payment_intent_unexpected_state', 'processing', 'unclear'],
  ['payment_intent_action_required', 'requires_action', 'unclear'],
])('%s with an intent that is %s is %s', (code, status, kind) => {
  const answer = rejected({ code, payment_intent: intent(status) })
  expect(parseConfirmation(answer).kind).toBe(kind)
  // Without an error only a success proves something.
  const alone = parseConfirmation({ paymentIntent: intent(status) })
  expect(alone.kind).toBe(status === 'succeeded' ? 'succeeded' : 'unclear')
})

it.each([
  [
    'an exception',
    () => Promise.reject(new Error()),
    'unclear',
    'Failed to initialize payment. Please try again.',
  ],
  [
    'a decline without a text',
    async () => ({ error: error('card_error') }),
    'declined',
    'Payment failed',
  ],
] as const)('%s shows the specification’s message', async (_, answer, kind, said) => {
  const result = await confirmCard(cardForm(answer), clientSecret, null)
  expect(result.kind).toBe(kind)
  const reason = 'error' in result && result.error ? result.error : expect.unreachable()
  const shown = describePaymentError(reason, 'en', false)
  expect(shown.cause).toBe(said)
})
