import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { describeDialog } from '../components/result-dialog'
import { messages } from '../locales/en'
import { confirmCard, type OpenCardForm, readConfirmation } from './pay'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://candle.example.org' } }))
afterEach(() => vi.unstubAllGlobals())

const cardForm = (confirmPayment: (options: unknown) => Promise<unknown>) =>
  ({ elements: {}, stripe: { confirmPayment } }) as unknown as OpenCardForm

/** What the provider's script was called with. */
async function optionsFor(email: string | null): Promise<unknown> {
  const calls: unknown[] = []
  const form = cardForm(async options => {
    calls.push(options)
    return { paymentIntent: { status: 'succeeded' } }
  })
  await confirmCard(form, email)
  return calls[0]
}

test('the bank may lead away only if it must, and back to the page’s own origin', async () => {
  expect(await optionsFor(null)).toMatchObject({
    confirmParams: { return_url: 'https://candle.example.org/' },
    redirect: 'if_required',
  })
})

test('the charge names the visitor, if they gave an address that looks like one', async () => {
  expect(await optionsFor('maria@example.org')).toMatchObject({
    confirmParams: { payment_method_data: { billing_details: { email: 'maria@example.org' } } },
  })
  for (const email of [null, '', 'maria'])
    expect(await optionsFor(email)).not.toHaveProperty('confirmParams.payment_method_data')
})

const show = (
  error: Extract<Parameters<typeof describeDialog>[0], { kind: 'payment-failed' }>['error'],
) => describeDialog({ kind: 'payment-failed', error }, { language: 'en', messages })

test('an exception during confirmation is worded as the payment not having begun', async () => {
  const result = await confirmCard(
    cardForm(() => Promise.reject(new Error('out of order'))),
    null,
  )
  if (result.kind !== 'unclear' || !result.error) throw new Error('it must stay unclear')
  expect(show(result.error)).toMatchObject({
    title: 'Error',
    message: 'Failed to initialize payment. Please try again.',
  })
})

test('a refusal without any words is told as Payment failed', () => {
  const result = readConfirmation({ error: { type: 'card_error' } as StripeError })
  if (result.kind !== 'refused') throw new Error('expected a refusal')
  expect(show(result.error).message).toBe('Payment failed')
})

// What the provider sends has dozens of fields; these are the ones that decide.
const intent = (status: string) => ({ status }) as PaymentIntent
const error = (type: string, more: object = {}) => ({ type, ...more }) as StripeError

describe('what the provider’s script says of a confirmation', () => {
  it('is a payment when the intent succeeded, also where it came with an error', () => {
    expect(readConfirmation({ paymentIntent: intent('succeeded') }).kind).toBe('succeeded')
    const late = error('invalid_request_error', { payment_intent: intent('succeeded') })
    expect(readConfirmation({ error: late }).kind).toBe('succeeded')
  })

  it.each([
    error('card_error', { message: 'no', decline_code: 'do_not_honor' }),
    error('validation_error', { message: 'no' }),
    error('invalid_request_error', {
      message: 'no',
      payment_intent: intent('requires_payment_method'),
    }),
  ])('is a refusal in the words of the bank: $type', refusal => {
    expect(readConfirmation({ error: refusal })).toMatchObject({
      kind: 'refused',
      error: { message: 'no' },
    })
  })

  it.each([
    'api_connection_error',
    'api_error',
    'authentication_error',
    'idempotency_error',
    'invalid_request_error',
    'rate_limit_error',
  ])('proves nothing with a %s', type => {
    expect(readConfirmation({ error: error(type) }).kind).toBe('unclear')
  })

  it.each([
    'processing',
    'requires_action',
    'requires_confirmation',
    'requires_payment_method',
    'canceled',
    'a status of tomorrow',
  ])('proves nothing with an intent that is "%s"', status => {
    expect(readConfirmation({ paymentIntent: intent(status) }).kind).toBe('unclear')
  })
})
