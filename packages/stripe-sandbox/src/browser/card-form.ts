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
  /** In the order of their tabs; the first is chosen. */
  methods: readonly Method[]
}

/** What a page may know of the payer's input. */
export interface CardState {
  /** Nothing is typed; never so of a wallet. */
  empty: boolean
  /** It can be confirmed. */
  complete: boolean
  value: { type: Method }
}

/** What the frame tells the page's script. */
export interface FormEvents {
  /** CSS pixels. */
  onHeight(pixels: number): void
  /** What differs from the last call, the first one included. */
  onChange(state: CardState): void
  /** Enter was pressed in a field. */
  onEnter(): void
}

export type ConfirmParams = Partial<ConfirmPaymentData>

/**
 * The form in its frame, called by the page's script over a private message port. Card numbers never
 * leave the frame.
 */
export interface CardForm {
  setUp(options: CardOptions, page: FormEvents): Promise<StripeError | null>
  update(options: Partial<CardOptions>): void
  method(): Method
  /** Marks what is wrong with the card. */
  validate(): StripeError | null
  /** `params`: everything of `confirmParams` but the card. */
  confirm(clientSecret: string, params: ConfirmParams): Promise<IntentAnswer>
}

/** The only window message: it carries the port. */
export const connectMessage = 'card-sandbox-connect'
