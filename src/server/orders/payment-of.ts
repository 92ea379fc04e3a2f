import type { Donation } from './donation'
import type { Payment } from './order'

/**
 * What an order's payment is by its donation; `before` is what it was held to be. Money that came
 * back or is disputed outranks that it once was paid.
 */
export function paymentOf(donation: Donation, before: Payment): Payment {
  if (donation.state === 'processing') return 'awaiting'
  if (donation.state === 'canceled') return 'claimed'
  if (donation.state !== 'succeeded') return before
  if (donation.disputed) return 'disputed'
  return donation.refundedKopiykas > 0 ? 'returned' : 'paid'
}
