import type { Outcome, PaymentFault } from '../checkout/desk-state'
import type { Texts } from '../locales/texts'
import type { ToastMessage } from './toasts'

/** An outcome as one sentence. What a bank said of a card takes more words: see `wordOutcome`. */
export function sayOutcome(outcome: Exclude<Outcome, { kind: 'none' }>, texts: Texts): string {
  switch (outcome.kind) {
    case 'thanks':
      return outcome.uah === undefined ? texts.orderSuccess : texts.donationThanks(outcome.uah)
    case 'resumed':
      return texts.paymentReceived(outcome.uah)
    case 'payment-failed':
      return sayFault(outcome.fault, texts)
  }
}

function sayFault(fault: PaymentFault, texts: Texts): string {
  switch (fault.kind) {
    case 'not-started':
      return fault.sentence || texts.initFailed
    case 'too-often':
      return texts.paymentTooOften
    case 'refused':
      return texts.paymentFailed
  }
}

export function sayToast(message: ToastMessage, texts: Texts): string {
  switch (message.kind) {
    case 'order-failed':
      return texts.orderFailed
    case 'order-too-often':
      return texts.orderTooOften
    case 'order-submitted':
      return message.userEmailSent ? texts.emailSent : texts.orderReceived
  }
}
