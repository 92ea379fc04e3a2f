import type { Decline } from '../../shared/payment-outcome'

/**
 * The calls of a card provider. Those about one intent resolve to a value within 8 s, even without an
 * answer. The lists throw if the provider does not answer. Amounts are in kopiykas, times in ms since
 * 1970.
 */
export interface PaymentProvider {
  readonly livemode: boolean
  /** Returns how far our clock is ahead of the provider's, ms, or null if that is not known yet. */
  clockAheadMs(): number | null
  /** Finds it by a call. Throws if the provider does not answer. */
  readClock(): Promise<number | null>
  createIntent(amountKopiykas: number, caller?: Caller): Promise<ProviderAnswer<PaymentIntent>>
  readIntent(id: string, caller?: Caller): Promise<ProviderAnswer<PaymentIntent>>
  /** The answer is `rejected` if the intent was paid meanwhile or is being paid. */
  cancelIntent(id: string, caller?: Caller): Promise<ProviderAnswer<PaymentIntent>>
  /** Lists the intents created since then, the newest first. */
  listIntents(sinceMs: number): AsyncIterable<PaymentIntent>
  /** Lists the events since then, the newest first, also those of older intents. */
  listEvents(sinceMs: number): AsyncIterable<ProviderEvent>
  /** Returns null if the signature is invalid. Throws if a signed event cannot be read. */
  parseEvent(rawBody: Buffer, signature: string): ProviderEvent | null
}

/** On whose account a call at the provider is made, which decides its turn. */
export interface Caller {
  /** The network whose turns the call uses. It is empty if nobody knows it, or if we check on our own. */
  network?: string
  /** True if our row or an event says that the payment was captured. */
  isCaptured?: boolean
}

/** A payment intent as the provider has it. */
export interface PaymentIntent {
  id: string
  /** The visitor can still pay an `open` one. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  clientSecret: string
  amountKopiykas: number
  receivedKopiykas: number
  /** The sum of the refunds that succeeded. It falls again if one of them fails later. */
  refundedKopiykas: number
  disputed: boolean
  currency: string
  livemode: boolean
  createdAt: number
  /** The installation of this service that created it, if one did. */
  installation: string | null
  billingEmail: string | null
  lastDecline: Decline | null
}

/**
 * The provider has no such intent (`missing`), understood and said no (`rejected`), or gave no reliable
 * answer (`unavailable`). It was not asked at all if too many of our calls waited for their turn
 * (`crowded`). None of these means that nothing was paid.
 */
export type ProviderAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'missing' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unavailable' | 'crowded'; reason: string }

/** A verified event. It only says which intent has to be read. */
export interface ProviderEvent {
  id: string
  type: string
  livemode: boolean
  createdAt: number
  paymentIntentId: string | null
}

/** The provider sends this event when a card was declined. */
export const declinedType = 'payment_intent.payment_failed'
