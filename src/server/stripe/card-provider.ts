/** What the provider says of one payment intent. Amounts in kopiykas, times in ms since 1970. */
export interface IntentFacts {
  id: string
  status: IntentStatus
  amountKopiykas: number
  receivedKopiykas: number
  refundedKopiykas: number
  disputed: boolean
  currency: string
  livemode: boolean
  createdAt: number
  /** Our reference from the metadata; null: not an intent of this service. */
  ref: string | null
  cardLast4: string | null
  billingEmail: string | null
}

/** `open`: the visitor can still pay it. */
export type IntentStatus = 'open' | 'processing' | 'succeeded' | 'canceled'

export interface MintedIntent extends IntentFacts {
  clientSecret: string
}

/** `unknown`: the provider has no such intent. `unreachable`: no answer that can be relied on. */
export type ProviderAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string }

/** A verified event: a hint at which intent to read again, nothing more. */
export interface ProviderEvent {
  id: string
  type: string
  livemode: boolean
  createdAt: number
  paymentIntentId: string | null
}

/** The card company as the stories see it. */
export interface CardProvider {
  livemode: boolean
  /** How far our clock is ahead of the provider's, ms; null: not known yet. */
  clockAheadMs(): number | null
  /** The same `ref` again gives the same intent. */
  mintIntent(ref: string, amountKopiykas: number): Promise<ProviderAnswer<MintedIntent>>
  readIntent(id: string): Promise<ProviderAnswer<IntentFacts>>
  /** Refused when it was paid meanwhile. */
  cancelIntent(id: string): Promise<ProviderAnswer<IntentFacts>>
  /** Intents created since then, newest first, page by page. */
  listIntents(sinceMs: number): AsyncIterable<IntentFacts>
  /** What happened to payments since then, newest first: also to intents made long before. */
  listEvents(sinceMs: number): AsyncIterable<ProviderEvent>
  /** Null: the signature does not prove that the provider wrote these bytes. */
  readEvent(rawBody: Buffer, signature: string): ProviderEvent | null
}
