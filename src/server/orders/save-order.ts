import type { CandleOrder } from '../../shared/candle-order'
import { cutText } from '../../shared/cut-text'
import { toKopiykas } from '../../shared/donation-amount'
import { textLimit } from '../../shared/plain-text'
import { insertEmails } from '../db/emails'
import { insertOrder, randomCode } from '../db/orders'
import type { Order, StoredEmail } from '../db/schema'
import { randomId, type Transaction } from '../db/store'
import { intentionOf } from '../db/temple-list'
import { thanksEmails } from '../emails/donor-emails'
import type { Services } from '../services'

/** An order as the browser sent it, after validation. */
export interface SentOrder {
  sent: Pick<CandleOrder, 'name' | 'purpose' | 'email' | 'donationAmount' | 'language'>
  addressHash: string
}

/** Composes an order. It rejects nothing, but flags texts that are missing or too long. */
export function composeOrder(
  { sent, addressHash }: SentOrder,
  circumstances: Pick<
    Order,
    'idempotencyKey' | 'paymentIntentId' | 'channel' | 'payment' | 'confirmedKopiykas'
  >,
  now: number,
): Order {
  const purpose = cutText(sent.purpose, textLimit)
  return {
    ...circumstances,
    id: randomId(),
    code: randomCode(),
    name: cutText(sent.name, textLimit),
    purpose,
    intention: intentionOf(purpose),
    // The address belongs to the donation. The temple may read an invalid one, so it is kept.
    email: (circumstances.payment !== 'none' && sent.email) || null,
    language: sent.language,
    claimedKopiykas: statedKopiykas(sent),
    needsDetails: sent.name === '' || sent.purpose === '',
    shortened: isTooLong(sent),
    possibleDouble: false,
    crowd: false,
    fulfilment: 'waiting',
    litAt: null,
    litBy: null,
    noticeDueAt: now,
    noticeId: null,
    remindAt: null,
    toldPayment: null,
    addressHash,
    createdAt: now,
    erasedAt: null,
  }
}

export function isTooLong(sent: SentOrder['sent']): boolean {
  return sent.name.length > textLimit || sent.purpose.length > textLimit
}

/** The donation that a browser states, which nobody has confirmed. */
export function statedKopiykas(sent: SentOrder['sent']): number {
  return sent.donationAmount === '' ? 0 : toKopiykas(sent.donationAmount)
}

export interface SavedOrder {
  order: Order
  thanks: StoredEmail | undefined
}

/**
 * Stores a new order with the donor's thanks. Returns null if its key, or by chance its random code, exists
 * already. If a request waits for the thanks (`isAwaited`), it sends them itself by `tryThanks`, and the
 * outbox's loop ignores them until that attempt must be over.
 */
export async function saveOrder(
  services: Services,
  trx: Transaction,
  order: Order,
  { isAwaited }: { isAwaited: boolean },
): Promise<SavedOrder | null> {
  if (!(await insertOrder(trx, order))) return null
  return { order, thanks: await queueThanks(services, trx, order, { isAwaited }) }
}

/** Queues the thanks for a captured donation. */
export async function queueThanks(
  services: Services,
  trx: Transaction,
  order: Order,
  { isAwaited } = { isAwaited: false },
): Promise<StoredEmail | undefined> {
  const emails = thanksEmails(services.emailSettings, order)
  const [thanks] = isAwaited
    ? await services.outbox.insertForImmediateSend(trx, emails)
    : await insertEmails(trx, emails, services.now())
  return thanks
}
