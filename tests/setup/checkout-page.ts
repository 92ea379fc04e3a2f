import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetPayment, listPendingPayments } from '../../src/web/checkout/pending-payment'

const site = 'https://candle.example.org'

export interface StubbedPage {
  /** What the page replaced its address with. */
  addresses: string[]
  /** Whether a donation came with each order that the embedding site was told of. */
  told: boolean[]
  openAddress: (query: string) => void
}

/** A page without storage for each test of a file, in fake time. */
export function stubPage(): StubbedPage {
  const addresses: string[] = []
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

  beforeEach(() => {
    for (const seen of [addresses, told]) seen.length = 0
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
  return { addresses, told, openAddress }
}

// What the provider sends has dozens of fields; these are the ones that decide.
export const intent = (status: string) => ({ status }) as PaymentIntent
export const error = (type: string, more: object = {}) => ({ type, ...more }) as StripeError
