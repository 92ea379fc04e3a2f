import type { Reversal } from '../db/schema'

/** One payment intent as the provider has it. Amounts in kopiykas, times in ms since 1970. */
export interface PaymentIntent {
  id: string
  /** `open`: the visitor can still pay it. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  clientSecret: string
  amountKopiykas: number
  receivedKopiykas: number
  /** The sum of its refunds, and whether it was ever disputed: reasons to list its reversals. */
  refundedKopiykas: number
  disputed: boolean
  currency: string
  livemode: boolean
  createdAt: number
  /** Which installation of this service created it; null: not created by one. */
  installation: string | null
  cardLast4: string | null
  billingEmail: string | null
  billingName: string | null
  /** Why the last attempt to pay it failed. */
  lastError: PaymentError | null
}

export interface PaymentError {
  message?: string | undefined
  code?: string | undefined
  declineCode?: string | undefined
}

/** A refund or a dispute. `won`: the money stayed; `lost`: it went back. */
export type ProviderReversal = Omit<Reversal, 'paymentIntentId'>

/**
 * `missing`: the provider has no such intent. `rejected`: it understood and said no. `unavailable`:
 * no reliable answer. None of them means that nothing was paid.
 */
export type ProviderAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'missing' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unavailable'; reason: string }

/** A verified event. It only says which intent to read. */
export interface ProviderEvent {
  id: string
  type: string
  livemode: boolean
  createdAt: number
  paymentIntentId: string | null
}

/** The payment provider as the use cases see it. Every call has a time budget. */
export interface PaymentProvider {
  livemode: boolean
  /** How far our clock is ahead of the provider's, ms; null: not known yet. */
  clockAheadMs(): number | null
  /** The same by a call of its own; null: the provider does not answer. */
  readClock(): Promise<number | null>
  /** The rights we need that the key lacks. Changes nothing. */
  findMissingRights(): Promise<ProviderAnswer<string[]>>
  createIntent(amountKopiykas: number): Promise<ProviderAnswer<PaymentIntent>>
  readIntent(id: string): Promise<ProviderAnswer<PaymentIntent>>
  /** Rejected if it was paid meanwhile, or is being paid. */
  cancelIntent(id: string): Promise<ProviderAnswer<PaymentIntent>>
  /** Whether Apple Pay works in forms on this domain. */
  readApplePay(domain: string): Promise<ProviderAnswer<'active' | 'inactive' | 'unregistered'>>
  /** Every refund and dispute of an intent. */
  listReversals(id: string): Promise<ProviderAnswer<ProviderReversal[]>>
  /** Intents created since then, newest first, page by page. */
  listIntents(sinceMs: number): AsyncIterable<PaymentIntent>
  /** Events since then, newest first, also of older intents. */
  listEvents(sinceMs: number): AsyncIterable<ProviderEvent>
  /** Null: the signature is invalid. */
  readEvent(rawBody: Buffer, signature: string): ProviderEvent | null
}
