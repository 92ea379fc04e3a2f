import type Stripe from 'stripe'

// The types of stored and shown objects. They are the SDK's own, narrowed to what the sandbox produces.

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** The body of an error answer, and of `last_payment_error`. */
export type PaymentError = Omit<
  Stripe.PaymentIntent.LastPaymentError,
  'message' | 'payment_intent' | 'payment_method'
> & { message: string; payment_method?: PaymentMethod }

export type PaymentIntent = Omit<
  Stripe.PaymentIntent,
  'client_secret' | 'last_payment_error' | 'latest_charge' | 'payment_method' | 'status'
> & {
  client_secret: string
  last_payment_error: PaymentError | null
  latest_charge: string | null
  payment_method: string | null
  status: IntentStatus
}

export type PaymentMethod = Omit<Stripe.PaymentMethod, 'card'> & {
  card: Stripe.PaymentMethod.Card
}

export type Charge = Omit<
  Stripe.Charge,
  'balance_transaction' | 'payment_intent' | 'payment_method' | 'payment_method_details'
> & {
  balance_transaction: string | null
  payment_intent: string
  payment_method: string
  payment_method_details: { card: Stripe.Charge.PaymentMethodDetails.Card; type: 'card' }
}

export type Refund = Omit<Stripe.Refund, 'charge' | 'payment_intent' | 'status'> & {
  charge: string
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed' | 'canceled'
}

export type Dispute = Omit<Stripe.Dispute, 'charge' | 'payment_intent' | 'status'> & {
  charge: string
  payment_intent: string
  status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed'
}

export type ApiObject = PaymentIntent | Charge | PaymentMethod | Refund | Dispute

/** An event as the API shows it. Pending webhooks are not counted. */
export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: ApiObject; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: 0
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** One event on its way to one endpoint. Times are in ms. */
export interface Delivery {
  id: string
  event: string
  event_type: string
  endpoint: string
  /** A `withheld` delivery waits to be released. A `failed` one is not tried again. */
  state: 'pending' | 'withheld' | 'succeeded' | 'failed'
  due: number
  made: number
  /** The id of the delivery that must be tried before this one. */
  after: string | null
  attempts: number
  status: number | null
  error: string | null
}

/** What the bank will do later. `due` is in ms. */
export interface Job {
  id: string
  due: number
  action: 'settle_intent' | 'settle_charge' | 'complete_refund' | 'fail_refund'
  target: string
}

/** The first answer for an idempotency key. `created` is in ms. */
export interface KeptAnswer {
  id: string
  /** Method, path and body of the request. */
  asked: string
  created: number
  status: number
  body: string
  request: string
}

export interface Records {
  payment_intent: PaymentIntent
  charge: Charge
  payment_method: PaymentMethod
  /** The number behind a payment method, which no answer shows. */
  card_number: { id: string; number: string }
  refund: Refund
  dispute: Dispute
  event: StripeEvent
  delivery: Delivery
  job: Job
  kept_answer: KeptAnswer
  /** The clock, the endpoints, the faults and the rules, which outlive a restart. */
  setting: { id: string; value: unknown }
}
export type Kind = keyof Records
