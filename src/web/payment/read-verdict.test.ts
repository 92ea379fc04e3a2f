import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, test, vi } from 'vitest'
import { wordOutcome } from '../outcome/word-outcome'
import { texts } from '../texts/en'
import { confirmCard, type OpenCardForm } from './confirm-card'
import { readConfirmation } from './read-verdict'

const error = (type: StripeError['type']) => ({ type, message: 'No.' }) as StripeError
const intent = (status: PaymentIntent['status']) =>
  ({ status, last_payment_error: null }) as PaymentIntent

test.each([
  ['succeeded', 'paid'],
  ['processing', 'unclear'],
  ['requires_payment_method', 'refused'],
  ['requires_action', 'open'],
  ['canceled', 'expired'],
] as const)('an intent that is %s reads as %s', (status, kind) => {
  expect(readConfirmation({ paymentIntent: intent(status) }).kind).toBe(kind)
})

test.each(['card_error', 'validation_error'] as const)('a %s is a certain refusal', type => {
  expect(readConfirmation({ error: error(type) }).kind).toBe('refused')
})

test.each([
  'api_connection_error',
  'api_error',
  'rate_limit_error',
  'invalid_request_error',
] as const)('a %s is no proof that nothing was charged', type =>
  expect(readConfirmation({ error: error(type) }).kind).toBe('unclear'),
)

test('an exception during confirmation is worded as the payment not having begun', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://candle.example.org' } })
  const returnUrls: string[] = []
  const confirmPayment = (options: { confirmParams: { return_url: string } }) => {
    returnUrls.push(options.confirmParams.return_url)
    return Promise.reject(new Error('out of order'))
  }
  const broken = { elements: {}, stripe: { confirmPayment } } as unknown as OpenCardForm
  const verdict = await confirmCard(broken)
  vi.unstubAllGlobals()
  expect(returnUrls).toEqual(['https://candle.example.org/'])
  if (verdict.kind !== 'unclear') throw new Error('an exception must stay unclear')
  const words = wordOutcome({ kind: 'payment-failed', fault: verdict.fault }, 'en', texts)
  expect(words).toMatchObject({
    title: 'Error',
    message: 'Failed to initialize payment. Please try again.',
  })
})

test('a refusal without any words is told as Payment failed', () => {
  const verdict = readConfirmation({ paymentIntent: intent('requires_payment_method') })
  if (verdict.kind !== 'refused') throw new Error('expected a refusal')
  const words = wordOutcome({ kind: 'payment-failed', fault: verdict.fault }, 'en', texts)
  expect(words.message).toBe('Payment failed')
})
