import { toMailAddress } from '../../shared/mail-address'
import { capturedPayments, type Order } from '../db/schema'

/**
 * Returns whether we write to the address of an order. Anybody can type anybody's address, so only an address
 * that came with a captured payment gets emails. Thus nobody can use the form to mail others.
 */
export function mayEmailDonor({ email, payment }: Order): boolean {
  return capturedPayments.includes(payment) && toMailAddress(email ?? '') !== null
}
