import type { CardError } from './card-error'
import { normaliseMessage } from './normalise-message'

/** Tried from above; a rule holds when the message contains every one of its words. */
const rules: readonly [CardError, RegExp, RegExp?][] = [
  ['declined', /card/, /declined/],
  ['expired', /expired/],
  ['code-incorrect', /security code/, /incorrect/],
  ['code-invalid', /security code/, /invalid/],
  ['number-incorrect', /card number/, /incorrect/],
  ['number-invalid', /card number/, /invalid/],
  ['insufficient-funds', /insufficient funds/],
  ['processing-error', /processing/, /error/],
  ['payment-failed', /payment/, /failed/],
  ['expiry-month-invalid', /expiration month/, /invalid/],
  ['expiry-year-invalid', /expiration year/, /invalid/],
  ['postal-invalid', /postal code/],
  ['zip-invalid', /zip code/],
  ['authentication-required', /authentication/, /required/],
  ['secure-check-failed', /3d secure/, /failed/],
  ['suspected-fraud', /fraud/],
]

/** The reason a message hints at by its words. */
export function findByKeywords(message: string): CardError | undefined {
  const text = normaliseMessage(message)
  return rules.find(([, first, second]) => first.test(text) && (second?.test(text) ?? true))?.[0]
}
