import type Stripe from 'stripe'
import { type Account, newId, randomText } from '../ids'
import type { Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { nulls } from '../words'
import type { PaymentMethod } from './payment-method'

type IntentStatus =
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
    ...given,
  }
}

const publicKeys = new Set(
  `id object amount amount_details automatic_payment_methods canceled_at cancellation_reason
  capture_method client_secret confirmation_method created currency description last_payment_error
  livemode next_action payment_method payment_method_types processing receipt_email
  setup_future_usage shipping source status`.split(/\s+/),
)

/** What a publishable key may see: no metadata and no charge. */
export function publicView(intent: PaymentIntent): Partial<PaymentIntent> {
  return Object.fromEntries(Object.entries(intent).filter(([key]) => publicKeys.has(key)))
}

/** What can happen to an intent, and the status that follows. */
const steps = {
  cancel: 'canceled',
  ask: 'requires_action',
  wait: 'processing',
  succeed: 'succeeded',
  fail: 'requires_payment_method',
} as const satisfies Record<string, IntentStatus>

type Step = keyof typeof steps

/** The state machine: which steps a status allows. */
const allowed: Readonly<Record<IntentStatus, readonly Step[]>> = {
  requires_payment_method: ['cancel', 'ask', 'wait', 'succeed', 'fail'],
  requires_confirmation: ['cancel', 'ask', 'wait', 'succeed', 'fail'],
  requires_action: ['cancel', 'ask', 'wait', 'succeed', 'fail'],
  processing: ['cancel', 'succeed', 'fail'],
  succeeded: [],
  canceled: [],
}

export function allows({ status }: PaymentIntent, step: Step): boolean {
  return allowed[status].includes(step)
}

/** Saves the intent in the status that follows, and tells of it. Check `allows` first. */
export function moveIntent(
  sandbox: Sandbox,
  intent: PaymentIntent,
  step: Step,
  changes: Partial<PaymentIntent>,
): PaymentIntent {
  if (!allows(intent, step)) throw new Error(`No ${step} of an intent that is ${intent.status}.`)
  const moved = { ...intent, next_action: null, ...changes, status: steps[step] }
  sandbox.store.put('payment_intent', moved)
  const event = step === 'fail' ? 'payment_failed' : moved.status
  sendEvent(sandbox, `payment_intent.${event}`, moved)
  return moved
}
