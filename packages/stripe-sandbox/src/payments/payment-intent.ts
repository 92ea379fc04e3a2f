import { type Account, newId, randomText } from '../ids'
import type { IntentStatus, PaymentIntent } from '../records'
import type { Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { nulls } from '../words'

/** Creates an intent. Amounts are in the smallest unit, times in seconds. */
export function createIntent(
  account: Account,
  values: Pick<PaymentIntent, 'amount' | 'currency' | 'created'> & Partial<PaymentIntent>,
): PaymentIntent {
  const id = newId('pi', account)
  return {
    id,
    object: 'payment_intent',
    ...nulls(
      'allowed_payment_method_types application application_fee_amount automatic_payment_methods',
      'canceled_at cancellation_reason customer customer_account description',
      'excluded_payment_method_types last_payment_error latest_charge managed_payments next_action',
      'on_behalf_of payment_method payment_method_configuration_details payment_record processing',
      'receipt_email review setup_future_usage shipping source statement_descriptor',
      'statement_descriptor_suffix transfer_data transfer_group',
    ),
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    livemode: false,
    metadata: {},
    payment_method_options: {
      card: {
        ...nulls('installments mandate_options network'),
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    ...values,
  }
}

const publicKeys = new Set(
  `id object amount amount_details automatic_payment_methods canceled_at cancellation_reason
  capture_method client_secret confirmation_method created currency description last_payment_error
  livemode next_action payment_method payment_method_types processing receipt_email
  setup_future_usage shipping source status`.split(/\s+/),
)

/** Returns what a publishable key may see, which is neither metadata nor the charge. */
export function publicView(intent: PaymentIntent): Partial<PaymentIntent> {
  return Object.fromEntries(Object.entries(intent).filter(([key]) => publicKeys.has(key)))
}

/**
 * Returns whether the status may change so. Only the bank decides a `processing` intent, unless it is
 * canceled.
 */
export function allows({ status }: PaymentIntent, next: IntentStatus): boolean {
  if (status === 'processing') return next !== 'requires_action' && next !== 'processing'
  return status !== 'succeeded' && status !== 'canceled'
}

/** Saves the intent in its next status and sends the event. Check `allows` first. */
export function moveIntent(
  sandbox: Sandbox,
  intent: PaymentIntent,
  status: IntentStatus,
  changes: Partial<PaymentIntent>,
): PaymentIntent {
  if (!allows(intent, status))
    throw new Error(`An intent cannot change from ${intent.status} to ${status}.`)
  const moved = { ...intent, next_action: null, ...changes, status }
  sandbox.store.put('payment_intent', moved)
  const event = status === 'requires_payment_method' ? 'payment_failed' : status
  sendEvent(sandbox, `payment_intent.${event}`, moved)
  return moved
}
