import type { Appearance, ConfirmPaymentData, StripeError } from '@stripe/stripe-js'
import type { IntentAnswer } from './call-api'

export type Method = 'card' | 'apple_pay' | 'google_pay'

export interface CardOptions {
  apiKey: string
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
  locale: string
  appearance: Appearance
  layout: string
  /** The methods have the order of their tabs. The first one is chosen at the start. */
  methods: readonly Method[]
}

/** A page may know this much of what the payer typed. */
export interface CardState {
  /** True if nothing is typed. For a wallet it is always false. */
  empty: boolean
  /** True if the form can be confirmed. */
  complete: boolean
  value: { type: Method }
}

/** The frame calls these methods of the page's script. */
export interface FormEvents {
  /** CSS pixels. */
  onHeight(pixels: number): void
  /** The frame calls this once at the start, and then whenever the state differs from the last call's. */
  onChange(state: CardState): void
  /** The payer pressed Enter in a field. */
  onEnter(): void
}

export type ConfirmParams = Partial<ConfirmPaymentData>

/**
 * The page's script calls the form in its frame over a private message port. Card numbers never leave the
 * frame.
 */
export interface CardForm {
  setUp(options: CardOptions, page: FormEvents): Promise<StripeError | null>
  update(options: Partial<CardOptions>): void
  method(): Method
  /** Marks the fields that are wrong, and returns the first error. */
  validate(): StripeError | null
  /** Confirms the payment with the typed card. `params` is the rest of `confirmParams`. */
  confirm(clientSecret: string, params: ConfirmParams): Promise<IntentAnswer>
}

/** This is the only message between the windows. It carries the port. */
export const connectMessage = 'card-sandbox-connect'
