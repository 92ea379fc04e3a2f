import { toMailAddress } from '../../shared/mail-address'
import { insertEmails } from '../db/emails'
import { addHistory, lockOrder, parseOrderKey, updateOrder } from '../db/orders'
import { sendEmailsAgain } from '../db/outbox-admin'
import { capturedPayments } from '../db/schema'
import { inTransaction } from '../db/store'
import { candleLitEmails, thanksEmails } from '../emails/donor-emails'
import type { TempleServices } from '../services'

export type ResendOutcome =
  | { kind: 'queued'; code: string; to: string; emails: number }
  | { kind: 'missing' | 'erased' | 'not-paid' | 'no-address'; code: string }

/** Queues an order's emails to its donor again. The order keeps `to`, a corrected address. */
export function resendEmails(
  { store, emailSettings, now }: TempleServices,
  typedCode: string,
  to?: string,
): Promise<ResendOutcome> {
  return inTransaction(store, async trx => {
    const at = now()
    const found = await lockOrder(trx, parseOrderKey(typedCode))
    if (!found) return { kind: 'missing', code: typedCode }
    const { code } = found
    if (found.erasedAt !== null) return { kind: 'erased', code }
    if (!capturedPayments.includes(found.payment)) return { kind: 'not-paid', code }
    const email = to ?? found.email
    if (email === null || toMailAddress(email) === null) return { kind: 'no-address', code }
    const order = { ...found, email }
    if (email !== found.email) {
      await updateOrder(trx, order.id, { email })
      await addHistory(trx, { orderId: order.id, at, event: 'address corrected', detail: '' })
    }
    // Some were never written for lack of an address. Those that were written are stored once.
    const emails = [
      ...thanksEmails(emailSettings, order),
      ...(order.fulfilment === 'lit' ? candleLitEmails(emailSettings, order, null) : []),
    ]
    await insertEmails(trx, emails, at)
    const isThanked = order.payment === 'paid'
    const count = await sendEmailsAgain(trx, order.id, email, { now: at, isThanked })
    return { kind: 'queued', code, to: email, emails: count }
  })
}
