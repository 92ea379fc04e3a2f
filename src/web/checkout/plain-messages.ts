import type { Messages } from '../locales/uk'
import type { DialogContent, PaymentError, ToastContent } from './state'

/** A dialog as one sentence; the reasons of a declined card are translated by the dialog itself. */
export function dialogMessage(dialog: DialogContent, messages: Messages): string {
  switch (dialog.kind) {
    case 'thanks':
      return dialog.uah === undefined ? messages.orderSuccess : messages.donationThanks(dialog.uah)
    case 'resumed':
      return dialog.isNameless
        ? messages.paymentNameless(dialog.uah)
        : messages.paymentReceived(dialog.uah)
    case 'payment-failed':
      return errorMessage(dialog.error, messages)
  }
}

/** Why a payment did not happen, without the translated card errors. */
export function errorMessage(error: PaymentError, messages: Messages): string {
  switch (error.kind) {
    case 'not-started':
      return error.message || messages.initFailed
    case 'too-often':
      return messages.paymentTooOften
    case 'refused':
      return messages.paymentFailed
    case 'outcome-unknown':
      return messages.outcomeUnknown
  }
}

export function toastMessage(toast: ToastContent, messages: Messages): string {
  switch (toast.kind) {
    case 'order-failed':
      return messages.orderFailed
    case 'order-too-often':
      return messages.orderTooOften
    case 'order-submitted':
      return toast.userEmailSent ? messages.emailSent : messages.orderReceived
  }
}
