import type { Appearance, ConfirmPaymentData, StripeError } from '@stripe/stripe-js'
import type { IntentAnswer } from './call-api'

export type Method = 'card' | 'apple_pay' | 'google_pay'

export interface CardOptions {
  apiKey: string
  clientSecret: string
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

export type ConfirmParams = Partial<ConfirmPaymentData>

/**
 * The form in its frame, called by the page's script over a private message port. Card numbers never
 * leave the frame.
 */
export interface CardForm {
  /** `onHeight` gets CSS pixels, `onChange` what differs from the last call, the first one included. */
  setUp(
    options: CardOptions,
    onHeight: (pixels: number) => void,
    onChange: (state: CardState) => void,
  ): Promise<StripeError | null>
  update(options: Partial<CardOptions>): void
  method(): Method
  /** `params`: everything of `confirmParams` but the card. */
  confirm(clientSecret: string, params: ConfirmParams): Promise<IntentAnswer>
}

/** The only window message: it carries the port. */
export const connectMessage = 'card-sandbox-connect'
