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

/** An order as a browser sent it, checked by its schema. */
export interface SentOrder {
  sent: Pick<CandleOrder, 'name' | 'purpose' | 'email' | 'donationAmount' | 'language'>
  /** Of the network that it came from. */
  addressHash: string
}

/** Rejects nothing: missing or too long texts are flagged. */
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
    // The address belongs to the donation. An invalid one is kept for the temple to read.
    email: (circumstances.payment !== 'none' && sent.email) || null,
    language: sent.language,
    claimedKopiykas: claimedKopiykas(sent),
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

export function claimedKopiykas(sent: SentOrder['sent']): number {
  return sent.donationAmount === '' ? 0 : toKopiykas(sent.donationAmount)
}

export interface SavedOrder {
  order: Order
  /** The donor's; undefined: there are none. */
  thanks: StoredEmail | undefined
}

/**
 * Stores a new order with the donor's thanks. null: its key exists, or by chance its random code.
 * `isAwaited`: a request answers whether the thanks were sent. It makes their first try itself
 * (`tryThanks` of the outbox); until that must have ended, the outbox's loop leaves them alone.
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

/** Thanks for a donation that was received. */
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
