import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { exampleOrder } from '../../../tests/setup/example-order'
import { describeDialog } from '../components/result-dialog'
import { messages } from '../locales/en'
import { confirmCard, type OpenCardForm, readConfirmation, sendPaidOrder } from './pay'
import { createCheckoutStore } from './store'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://candle.example.org' } }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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
) =>
  describeDialog(
    { kind: 'payment-failed', error },
    { locale: { language: 'en', messages }, payment: { kind: 'none' } },
  )

test('an exception during confirmation shows the text for a payment that could not start', async () => {
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

test('a refusal without a message is shown as Payment failed', () => {
  const result = readConfirmation({ error: { type: 'card_error' } as StripeError })
  if (result.kind !== 'refused') throw new Error('expected a refusal')
  expect(show(result.error).message).toBe('Payment failed')
})

test('a paid order that gets no answer can be sent again after 20 s', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const store = createCheckoutStore({ language: 'en', messages })
  const sent = sendPaidOrder(store, exampleOrder)
  await vi.advanceTimersByTimeAsync(19_900)
  expect(store.getState().payment.kind).toBe('sending')
  await vi.advanceTimersByTimeAsync(200)
  await sent
  expect(store.getState().payment).toEqual({ kind: 'unsent', order: exampleOrder })
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
