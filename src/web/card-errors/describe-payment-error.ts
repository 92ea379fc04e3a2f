import { minuteMs } from '../../shared/durations'
import type { Language } from '../../shared/language'
import type { Decline } from '../../shared/payment-outcome'
import { type CheckoutMessages, checkoutMessages } from '../locales/checkout-messages'
import { translateCardError } from './translate-card-error'

export type PaymentError =
  | { kind: 'not-started'; message?: string | undefined }
  /** The attempts came from the visitor's network, perhaps from others. */
  | { kind: 'too-many-attempts'; waitMs: number }
  | ({ kind: 'declined' } & Decline)
  /** The visitor closed the wallet, and needs no reason. */
  | { kind: 'wallet-closed' }
  | { kind: 'outcome-unknown' }

/**
 * Says first whether money was taken, and then why the payment failed. While its outcome is unclear, an
 * earlier click on Pay may still succeed.
 */
export function describePaymentError(
  error: PaymentError,
  language: Language,
  isUnclear: boolean,
): { isCharged?: string; cause: string } {
  const texts = checkoutMessages[language]
  if (error.kind === 'outcome-unknown') return { cause: texts.outcomeUnknown }
  if (error.kind === 'wallet-closed') return { cause: texts.notCharged }
  const cause = describeCause(error, language)
  return { isCharged: isUnclear ? texts.chargedOnce : texts.notCharged, cause }
}

function describeCause(
  error: Exclude<PaymentError, { kind: 'outcome-unknown' | 'wallet-closed' }>,
  language: Language,
): string {
  const texts = checkoutMessages[language]
  if (error.kind === 'too-many-attempts')
    return texts.tooManyAttempts(Math.ceil(error.waitMs / minuteMs))
  if (error.kind === 'not-started') return error.message || withOffline(texts.initFailed, texts)
  return translateCardError(error, language) || texts.paymentFailed
}

/** Adds that the device has no connection, if it knows. */
function withOffline(message: string, { offline }: CheckoutMessages): string {
  return navigator.onLine ? message : `${message} ${offline}`
}
