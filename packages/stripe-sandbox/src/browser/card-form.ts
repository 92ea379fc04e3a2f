import type { Appearance, ConfirmPaymentData, StripeError } from '@stripe/stripe-js'
import type { IntentAnswer } from './call-api'

/** A tab of the form. */
export type Method = 'card' | 'apple_pay' | 'google_pay'

export interface CardOptions {
  apiKey: string
  clientSecret: string
  locale: string
  appearance: Appearance
  layout: string
  /** In the order of their tabs; the first is chosen. */
  methods: readonly Method[]
  asksCountry: boolean
}

export type ConfirmParams = Partial<ConfirmPaymentData>

/** Events of the form; a height is in CSS pixels. */
export type CardEvent =
  | { name: 'change'; empty: boolean; complete: boolean; type: Method }
  | { name: 'height'; pixels: number }
  | { name: 'focus' | 'blur' | 'escape' }

/**
 * The form in its frame, called by the page's script over a private message port. Card numbers never
 * leave the frame.
 */
export interface CardForm {
  setUp(options: CardOptions, notify: (event: CardEvent) => void): Promise<StripeError | null>
  update(options: Partial<CardOptions>): void
  /** The chosen tab. */
  method(): Method
  validate(): StripeError | null
  /** `params`: everything of `confirmParams` but the card. */
  confirm(clientSecret: string, params: ConfirmParams): Promise<IntentAnswer>
  focus(): void
  blur(): void
  clear(): void
}

/** The only window message: it carries the port. */
export const connectMessage = 'card-sandbox-connect'
