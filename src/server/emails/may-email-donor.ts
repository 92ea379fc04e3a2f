import { toMailAddress } from '../../shared/email-address'
import { capturedPayments, type Order } from '../db/schema'

/**
 * Whether letters go to the address of an order. Anybody can name anybody's address: only one that came
 * with a captured payment is written to, so the form cannot be used to mail others.
 */
export function mayEmailDonor({ email, payment }: Order): boolean {
  return capturedPayments.includes(payment) && toMailAddress(email ?? '') !== null
}
