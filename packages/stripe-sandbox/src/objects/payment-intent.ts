import type Stripe from 'stripe'
import { type Account, newId, randomText } from '../ids'
import type { PaymentMethod } from './payment-method'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** The body of an error answer, and of `last_payment_error`. */
export interface PaymentError {
  type: 'card_error' | 'invalid_request_error' | 'api_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  advice_code?: string
  network_advice_code?: string
  network_decline_code?: string
  payment_method?: PaymentMethod
}

/** The SDK's own type, narrowed to what the sandbox produces. */
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

/** An intent that nobody has paid yet. Amounts in the smallest unit, times in seconds. */
export function createIntent(
  account: Account,
  given: Pick<PaymentIntent, 'amount' | 'currency' | 'created'> & Partial<PaymentIntent>,
): PaymentIntent {
  const id = newId('pi', account)
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  }
}

const publicKeys = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof PaymentIntent)[]

/** What a publishable key may see: no metadata and no charge. */
export function publicView(intent: PaymentIntent): Partial<PaymentIntent> {
  return Object.fromEntries(publicKeys.map(key => [key, intent[key]]))
}
