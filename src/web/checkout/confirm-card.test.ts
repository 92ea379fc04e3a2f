import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wordOutcome } from '../components/word-outcome'
import { texts } from '../locales/en'
import { confirmCard, type OpenCardForm } from './confirm-card'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://candle.example.org' } }))
afterEach(() => vi.unstubAllGlobals())

interface Asked {
  confirmParams: { return_url: string }
  redirect: string
}

const cardForm = (confirmPayment: (asked: Asked) => Promise<unknown>) =>
  ({ elements: {}, stripe: { confirmPayment } }) as unknown as OpenCardForm

test('the bank may lead away only if it must, and back to the page’s own origin', async () => {
  const asked: Asked[] = []
  await confirmCard(
    cardForm(async options => {
      asked.push(options)
      return { paymentIntent: { status: 'succeeded' } }
    }),
  )
  expect(asked).toMatchObject([
    {
      confirmParams: { return_url: 'https://candle.example.org/' },
      redirect: 'if_required',
    },
  ])
})

test('an exception during confirmation is worded as the payment not having begun', async () => {
  const verdict = await confirmCard(cardForm(() => Promise.reject(new Error('out of order'))))
  if (verdict.kind !== 'unclear') throw new Error('an exception must stay unclear')
  const words = wordOutcome({ kind: 'payment-failed', fault: verdict.fault }, 'en', texts)
  expect(words).toMatchObject({
    title: 'Error',
    message: 'Failed to initialize payment. Please try again.',
  })
})

test('a refusal without any words is told as Payment failed', async () => {
  const wordless = { status: 'requires_payment_method', last_payment_error: null }
  const verdict = await confirmCard(cardForm(async () => ({ paymentIntent: wordless })))
  if (verdict.kind !== 'refused') throw new Error('expected a refusal')
  const words = wordOutcome({ kind: 'payment-failed', fault: verdict.fault }, 'en', texts)
  expect(words.message).toBe('Payment failed')
})
