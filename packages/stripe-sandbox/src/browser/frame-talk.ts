/**
 * What the page's script and the card frame say to each other, over a message port that only the
 * two of them hold. Card numbers never leave the frame.
 */
export interface StripeError {
  type: string
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  payment_intent?: BrowserIntent
  [more: string]: unknown
}

/** A payment intent as a publishable key sees it; only what the script reads is named. */
export interface BrowserIntent {
  id: string
  object: 'payment_intent'
  status: string
  client_secret: string
  last_payment_error: StripeError | null
  next_action: {
    type: string
    redirect_to_url?: { url: string }
    use_stripe_sdk?: { stripe_js: string }
  } | null
  [more: string]: unknown
}

export type IntentAnswer =
  | { paymentIntent: BrowserIntent; error?: never }
  | { error: StripeError; paymentIntent?: never }

export interface Appearance {
  theme?: 'stripe' | 'night' | 'flat'
  variables?: Record<string, string>
}

export interface CardOptions {
  apiKey: string
  clientSecret: string | null
  locale: string
  appearance: Appearance
}

export interface ConfirmRequest {
  clientSecret: string
  /** Everything of `confirmParams` but the card, which the frame adds. */
  params: ConfirmParams
}

export interface ConfirmParams {
  return_url?: string
  payment_method?: string
  payment_method_data?: Record<string, unknown>
  [more: string]: unknown
}

export interface CardCalls {
  setUp(options: CardOptions): { error: StripeError | null }
  update(options: Partial<CardOptions>): undefined
  validate(): { error: StripeError | null }
  confirm(request: ConfirmRequest): IntentAnswer
  focus(): undefined
  blur(): undefined
  clear(): undefined
}

export interface CardEvents {
  change: { empty: boolean; complete: boolean }
  focus: undefined
  blur: undefined
  escape: undefined
  height: number
}

export type CardEventName = keyof CardEvents

export type ToFrame = {
  [K in keyof CardCalls]: { id: number; call: K; argument: Parameters<CardCalls[K]>[0] }
}[keyof CardCalls]

export type EventMessage<E extends CardEventName = CardEventName> = {
  [K in E]: { event: K; detail: CardEvents[K] }
}[E]

export type FromFrame =
  | { id: number; result: unknown }
  | { id: number; failure: string }
  | EventMessage

/** What the page does when the frame tells it something. */
export type CardListeners = { [E in CardEventName]: (detail: CardEvents[E]) => void }

/** The one message that goes over the window: it carries the port. */
export const connectMessage = 'card-sandbox-connect'
