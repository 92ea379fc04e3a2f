import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import type { PaymentFault } from './desk-state'

/** What is known of a payment after the provider was asked. */
export type Verdict =
  /** In whole UAH, as the provider has it. */
  | { kind: 'paid'; uah: number }
  | { kind: 'refused'; fault: PaymentFault }
  /** The intent was closed unpaid: a new one is needed. */
  | { kind: 'expired'; fault: PaymentFault }
  /** Waiting for the visitor's own bank step, which can be taken up again with the same intent. */
  | { kind: 'open'; uah: number }
  /** The provider has no such intent: its data or our keys are others than when it was made. */
  | { kind: 'unknown' }
  /** Neither paid nor refused, as far as anyone can tell now. `lost`: no answer came at all. */
  | { kind: 'unclear'; fault: PaymentFault; lost: boolean }

export type SettledVerdict = Exclude<Verdict, { kind: 'unclear' }>

export interface ProviderAnswer {
  paymentIntent?: PaymentIntent | undefined
  error?: StripeError | undefined
}

/** A refusal of the card or of what was typed is certain; any other error proves nothing. */
export function readConfirmation({ paymentIntent, error }: ProviderAnswer): Verdict {
  if (paymentIntent) return readIntent(paymentIntent, noWords)
  if (!error) return { kind: 'unclear', fault: noWords, lost: true }
  const fault = faultOf(error)
  const certain = error.type === 'card_error' || error.type === 'validation_error'
  if (certain) return { kind: 'refused', fault }
  return { kind: 'unclear', fault, lost: error.payment_intent === undefined }
}

/** Reads the intent itself. `earlier` is what an unclear answer said, shown if it was a refusal. */
export function readIntent(intent: PaymentIntent, earlier: PaymentFault): Verdict {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'paid', uah: intent.amount / 100 }
    case 'requires_payment_method':
      return { kind: 'refused', fault: lastFaultOf(intent, earlier) }
    case 'canceled':
      return { kind: 'expired', fault: { kind: 'not-started' } }
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'open', uah: intent.amount / 100 }
    default:
      return { kind: 'unclear', fault: earlier, lost: false }
  }
}

/** A call that threw said nothing: to the visitor the payment did not start. */
export const threw: Verdict = { kind: 'unclear', fault: { kind: 'not-started' }, lost: true }

/** A payment that nobody has said anything about yet. */
export const noWords: PaymentFault = {
  kind: 'refused',
  message: undefined,
  code: undefined,
  declineCode: undefined,
}

function faultOf(error: Pick<StripeError, 'message' | 'code' | 'decline_code'>): PaymentFault {
  const { message, code, decline_code: declineCode } = error
  return { kind: 'refused', message, code, declineCode }
}

function lastFaultOf(intent: PaymentIntent, earlier: PaymentFault): PaymentFault {
  if (earlier !== noWords) return earlier
  return intent.last_payment_error ? faultOf(intent.last_payment_error) : noWords
}
