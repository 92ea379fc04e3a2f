/** How an order ends, as a value: the route turns it into the answer. */
export type OrderOutcome =
  | { kind: 'placed'; userEmailSent: boolean }
  /** Kept as a draft: the payment has not gone through (yet). */
  | { kind: 'not-paid' }
  /** Not acceptable as it is; `reason` is a sentence for whoever sent it. */
  | { kind: 'refused'; why: 'invalid' | 'unknown-payment'; reason: string }

export const unknownPayment: OrderOutcome = {
  kind: 'refused',
  why: 'unknown-payment',
  reason: 'This payment is not known here.',
}
