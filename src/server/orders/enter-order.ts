import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { toUah } from '../../shared/donation-amount'
import { updateDonation } from '../db/donations'
import { findTicket } from '../db/tickets'
import type { Services } from '../services'
import { composeDraft } from './draft'

/** What an operator types. */
export interface EnteredOrder {
  name?: string
  purpose?: string
  /** Default: the address that was given for the payment. */
  email?: string
  language: string
}

/**
 * Enters the order of a payment that has only a ticket, as the draft that never came; the running
 * server makes the order from it. `incomplete`: without a name or a purpose.
 */
export async function enterOrder(
  { store: { db }, now }: Pick<Services, 'store' | 'now'>,
  payment: string,
  { name, purpose, email, language }: EnteredOrder,
): Promise<'entered' | 'no-ticket' | 'incomplete'> {
  const ticket = await findTicket(db, payment)
  if (ticket?.state !== 'open') return 'no-ticket'
  if (!name || !purpose) return 'incomplete'
  const sent = v.parse(CandleOrderSchema, {
    ...{ name, purpose, language },
    email: email ?? ticket.billingEmail,
    donationAmount: String(toUah(ticket.amountKopiykas)),
  })
  const at = now()
  const draft = composeDraft({ sent, addressHash: '', isEntered: true })
  await updateDonation(db, payment, { draft, draftedAt: at, nextCheckAt: at, checkAttempts: 0 })
  return 'entered'
}
