import { insertLetters } from '../db/letters'
import type { Queryable } from '../db/store'
import { orderEmails } from '../emails/write-emails'
import type { Services } from '../services'
import type { Order } from './order'

/** Writes an order's emails into the outbox, once what is known of its payment will not change. */
export async function queueEmails(services: Services, trx: Queryable, order: Order): Promise<void> {
  if (order.payment === 'verifying' || order.payment === 'awaiting') return
  const emails = orderEmails(services.emailSettings, order)
  await insertLetters(trx, emails, services.now(), services.mailDomain)
}
