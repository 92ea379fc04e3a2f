import type { Decline } from '../../shared/payment-outcome'

/**
 * What we need of a card provider. Calls about one intent resolve within 8 s, as a value even then;
 * the lists throw if the provider does not answer. Amounts in kopiykas, times in ms since 1970.
 */
export interface PaymentProvider {
  readonly livemode: boolean
  /** How far our clock is ahead of the provider's, ms; null: not known yet. */
  clockAheadMs(): number | null
  /** The same by a call of its own. Throws if the provider does not answer. */
  readClock(): Promise<number | null>
  createIntent(amountKopiykas: number, payer?: Payer): Promise<ProviderAnswer<PaymentIntent>>
  readIntent(id: string, payer?: Payer): Promise<ProviderAnswer<PaymentIntent>>
  /** Rejected if it was paid meanwhile, or is being paid. */
  cancelIntent(id: string, payer?: Payer): Promise<ProviderAnswer<PaymentIntent>>
  /** Intents created since then, newest first, page by page. */
  listIntents(sinceMs: number): AsyncIterable<PaymentIntent>
  /** Events since then, newest first, also of older intents. */
  listEvents(sinceMs: number): AsyncIterable<ProviderEvent>
  /** null: the signature is invalid. Throws if a signed event cannot be read. */
  parseEvent(rawBody: Buffer, signature: string): ProviderEvent | null
}

/** Whose payment a call is about. */
export interface Payer {
  /** Empty: nobody knows, or the call is our own check. */
  network?: string
  /** Our row or an event says that the payment was captured. */
  isCaptured?: boolean
}

/** One payment intent as the provider has it. Amounts in kopiykas, times in ms since 1970. */
export interface PaymentIntent {
  id: string
  /** `open`: the visitor can still pay it. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  clientSecret: string
  amountKopiykas: number
  receivedKopiykas: number
  /** The sum of its refunds that succeeded: it falls again if one of them fails later. */
  refundedKopiykas: number
  /** Whether it was ever disputed. */
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
  lastDecline: Decline | null
}

/**
 * `missing`: the provider has no such intent. `rejected`: it understood and said no. `unavailable`:
 * no reliable answer. `crowded`: it was not asked, because too many of our calls wait for their turn. None
 * of them means that nothing was paid.
 */
export type ProviderAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'missing' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unavailable' | 'crowded'; reason: string }

/** A verified event. It only says which intent to read. */
export interface ProviderEvent {
  id: string
  type: string
  livemode: boolean
  createdAt: number
  paymentIntentId: string | null
}

/** The type of the event of a declined card. */
export const declinedType = 'payment_intent.payment_failed'
