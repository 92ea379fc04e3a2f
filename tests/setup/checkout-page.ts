import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createPaymentIntentPath } from '../../src/shared/payment-intent'
import {
  type PaymentOutcome,
  type PaymentOutcomeRequest,
  paymentOutcomesPath,
} from '../../src/shared/payment-outcome'
import type { OpenCardForm } from '../../src/web/checkout/pay'
import { forgetPayment, listPendingPayments } from '../../src/web/checkout/pending-payment'

export const succeeded = {
  outcome: 'succeeded',
  amount: 300,
  hasOrder: true,
  userEmailSent: true,
} as const
export const processing = { outcome: 'processing', amount: 300 } as const
export const open = { outcome: 'open', amount: 300 } as const
export const unknown = { outcome: 'unknown' } as const
export const canceled = { outcome: 'canceled' } as const

export type Answer = PaymentOutcome | 'lost' | 'rejected call' | 'not known' | 'not found' | 'none'

const site = 'https://candle.example.org'

/** A page without storage for each test of a file, in fake time, and the server that it asks. */
export function stubPage() {
  const questions: PaymentOutcomeRequest[] = []
  /** Amounts for which an intent was asked. */
  const intents: number[] = []
  /** What the page replaced its address with. */
  const addresses: string[] = []
  /** Whether a donation came with each order that the embedding site was told of. */
  const told: boolean[] = []

  function openAddress(query: string) {
    const replaceState = (_state: unknown, _title: string, url?: URL) => {
      if (url) addresses.push(url.href)
    }
    const location = { href: `${site}/${query}`, origin: site, search: query }
    const history = { state: null, replaceState }
    const parent = { postMessage: (message: { donated: boolean }) => told.push(message.donated) }
    vi.stubGlobal('window', Object.assign(new EventTarget(), { location, history, parent }))
  }

  /** The server answers in turn; the last answer repeats. */
  function serverAnswers(...answers: Answer[]) {
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      const sent = JSON.parse(body)
      if (path === createPaymentIntentPath) {
        intents.push(sent.amount)
        return Response.json({ success: true, client_secret: 'pi_new45678_secret_xyz' })
      }
      // The page catches what a call throws.
      expect.soft(path).toBe(paymentOutcomesPath)
      const answer = answers[Math.min(questions.length, answers.length - 1)]
      questions.push(sent)
      if (answer === 'none') return new Promise(() => {})
      if (answer === 'lost') throw new TypeError('Failed to fetch')
      if (answer === 'not known')
        return Response.json({ success: false, error: 'Not known.' }, { status: 404 })
      if (answer === 'not found') return new Response('Not Found', { status: 404 })
      return answer === 'rejected call' ? new Response('', { status: 429 }) : Response.json(answer)
    })
  }

  beforeEach(() => {
    for (const seen of [questions, intents, addresses, told]) seen.length = 0
    vi.useFakeTimers()
    // Node 20 has none.
    vi.stubGlobal('navigator', { onLine: true })
    openAddress('')
  })
  afterEach(() => {
    for (const payment of listPendingPayments()) forgetPayment(payment)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return { questions, intents, addresses, told, openAddress, serverAnswers }
}

export const cardForm = (confirmPayment: (options: object) => Promise<unknown>) =>
  ({
    elements: { submit: async () => ({}) },
    stripe: { confirmPayment },
  }) as unknown as OpenCardForm

// What the provider sends has dozens of fields; these are the ones that decide.
export const intent = (status: string) => ({ status }) as PaymentIntent
export const error = (type: string, more: object = {}) => ({ type, ...more }) as StripeError
