import type { Decline } from '../../shared/payment-outcome'
import { findDonation, insertDonation, lockDonation, updateDonation } from '../db/donations'
import { findOrder, lockOrder } from '../db/orders'
import type { Donation, Order, StoredEmail } from '../db/schema'
import type { ShareName } from '../db/shares'
import { inTransaction, type Transaction } from '../db/store'
import { closeTicket } from '../db/tickets'
import type { Services } from '../services'
import { addDetails } from './add-details'
import { applyIntent, createDonation, isSecretOf, paymentOf } from './donation'
import { addDraft, noDraft, parseDraft } from './draft'
import { findNextCheck, isClaimDue } from './next-check'
import { type PaymentReading, readPayment } from './read-payment'
import { composeOrder, type SavedOrder, saveOrder } from './save-order'
import type { SyncRequest } from './sync-request'
import { nothingTold, tellReversals } from './tell-reversals'
import { openTicketIfDue } from './tickets'
import { updatePayment } from './update-payment'

export interface SyncResult {
  /** `unknown`: it could not be read. `not-ours`: another service's, or the client secret is wrong. */
  status: Donation['state'] | 'unknown' | 'not-ours'
  order?: Order | undefined
  /** An order call was answered as if its order were stored: its words are kept until it is. */
  isAnswered?: boolean
  /** The donor's email of an order that this sync created: the caller tries it. */
  thanks?: StoredEmail | undefined
  amountKopiykas?: number
  /** What this sync did to the order: it is new, or was paid since. */
  news?: 'stored' | 'paid' | null | undefined
  /** Why the last attempt to pay an open payment failed. */
  lastDecline?: Decline | null
}

/** What one attempt goes by. */
interface SyncInput {
  read: PaymentReading
  asked: SyncRequest
  /** The row as it was before the reading. */
  before: Donation | undefined
}

const maxAttempts = 5
/** No attempt starts after this time, ms. */
const attemptsMs = 8_000

/**
 * Reads a payment at the provider; then updates donation, order, draft, ticket and emails
 * in one transaction. Any caller may sync concurrently: if another sync wrote the row during the reading,
 * that may be stale and is repeated (docs/decisions/011-sync-by-revision.md).
 */
export async function syncPayment(
  services: Services,
  id: string,
  asked: SyncRequest,
): Promise<SyncResult> {
  const { db } = services.store
  const startedAt = services.now()
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = await findDonation(db, id)
    const early = before && (await answerWithoutReading(services, asked, before))
    if (early) return early
    // Only a reading can have become stale: the last attempt at a donation of ours makes none, so
    // `insertOrLock` finds nothing to repeat, and what was sent is stored.
    const isLast = attempt === maxAttempts || services.now() - startedAt >= attemptsMs
    const read: PaymentReading =
      before && isLast ? { kind: 'unknown' } : await readPayment(services, id, before, asked)
    if (read.kind === 'not-ours') return { status: 'not-ours' }
    if (read.kind === 'unknown' && !before) return { status: 'unknown' }
    const apply = async (trx: Transaction) => {
      const donation = await insertOrLock(trx, id, { before, read })
      return donation && applyReading(services, trx, donation, { read, asked, before })
    }
    const result = await inTransaction(services.store, apply, shareOf({ read, asked, before }))
    if (result) {
      logNews(services, id, result)
      return result
    }
  }
  return { status: 'unknown' }
}

/**
 * The answer to a question without the secret, about a canceled payment, or to an order that is stored
 * already. null: the payment has to be read.
 */
async function answerWithoutReading(
  services: Services,
  asked: SyncRequest,
  donation: Donation,
): Promise<SyncResult | null> {
  if (!mayAsk(services, asked, donation)) return { status: 'not-ours' }
  const { state, paymentIntentId } = donation
  // An event may tell of something new in a payment that we know as canceled: its check reads it again.
  const isFinal = state === 'canceled' && (asked.kind !== 'check' || asked.cancel)
  const isRepeat = asked.kind === 'order' && donation.hasOrderOrTicket
  if (!isFinal && !isRepeat) return null
  const order = await findOrder(services.store.db, { paymentIntentId })
  const isAnswered = donation.answeredAt !== null
  return isFinal || order ? { status: state, order, isAnswered } : null
}

/** A question needs the client secret, and a provider in the payment's mode. */
function mayAsk({ provider }: Services, asked: SyncRequest, donation: Donation): boolean {
  if (asked.kind !== 'question') return true
  const isOtherMode = provider !== null && provider.livemode !== donation.livemode
  return isSecretOf(donation, asked.clientSecret) && !isOtherMode
}

/** After the commit, with the two names under which a person can ask for an order. */
function logNews({ log }: Services, paymentIntentId: string, { order, news }: SyncResult): void {
  if (!order || !news) return
  const { code, channel, payment, confirmedKopiykas } = order
  const line = { code, paymentIntentId, channel, payment, uah: confirmedKopiykas / 100 }
  log.info(line, news === 'stored' ? 'an order was stored' : 'an order was paid')
}

/** Strangers can fill the share of payments that nobody has paid, also with orders of unverified ones. */
function shareOf({ read, asked, before }: SyncInput): ShareName {
  const isRead = read.kind === 'known'
  // Our own check of a payment that may be captured.
  if (!isRead && asked.kind === 'check') return 'paid'
  const state = isRead ? read.intent.status : before?.state
  return state === 'open' || state === 'canceled' ? 'unpaid' : 'paid'
}

/** Creates a missing row. null: another caller wrote it since it was read. */
async function insertOrLock(
  trx: Transaction,
  id: string,
  { before, read }: { before: Donation | undefined; read: PaymentReading },
): Promise<Donation | null> {
  const intent = read.kind === 'known' ? read.intent : null
  if (!before && intent) {
    const isNew = await insertDonation(trx, createDonation(intent))
    // Stored by another caller, whose reading may be newer.
    if (!isNew) return null
  }
  const donation = await lockDonation(trx, id)
  const isUnchanged = !intent || donation?.revision === (before?.revision ?? 0)
  return donation && isUnchanged ? donation : null
}

async function applyReading(
  services: Services,
  trx: Transaction,
  locked: Donation,
  input: SyncInput,
): Promise<SyncResult> {
  const { read, asked } = input
  const now = services.now()
  const isRead = read.kind === 'known'

  // The donation as the provider has it.
  const donation = isRead ? applyIntent(locked, read.intent, now, asked.kind) : locked

  // Its order.
  const earlier = await lockOrder(trx, { paymentIntentId: donation.paymentIntentId })
  const saved = earlier ? undefined : await saveOrderIfDue(services, trx, donation, input)
  const order = earlier ? await updateOrderOf(services, trx, donation, earlier) : saved?.order

  // Without one its draft and, when it is time, its ticket.
  const draft = order ? noDraft : keepDraft(donation, input, now)
  const drafted = { ...donation, ...draft }
  const opened = order ? null : await openTicketIfDue(services, trx, drafted, read)

  // Its refunds and disputes, told of the one or the other; of a new one all.
  const about = order ?? opened?.ticket
  const isNew = order ? !earlier : opened?.isNew === true
  if (about) await tellReversals(services, trx, about, donation, isNew ? nothingTold : locked)

  await saveDonation(trx, input, { locked, donation: drafted, order, hasTicket: !!opened }, now)
  // Nothing takes a capture or a cancellation back.
  const isFinal = donation.state === 'succeeded' || donation.state === 'canceled'
  return {
    status: isRead || isFinal ? donation.state : 'unknown',
    order,
    isAnswered: drafted.answeredAt !== null,
    thanks: saved?.thanks,
    news: findNews(earlier, order),
    amountKopiykas: donation.amountKopiykas,
    lastDecline: isRead ? read.intent.lastDecline : null,
  }
}

/**
 * The words of a payment without an order. Those of an order call are answered while the bank decides, or
 * where the provider gave no answer. Not where it was not asked: a stranger can fill the turns of a network,
 * and each of his orders would stand on the temple's list as claimed.
 */
function keepDraft(donation: Donation, { read, asked }: SyncInput, now: number) {
  const { state, answeredAt } = donation
  if (state === 'canceled' && answeredAt === null) return noDraft
  if (asked.kind !== 'order') return donation
  const isUnreadable = state === 'open' && read.kind === 'unknown' && !read.isUnasked
  const isAnswered = state === 'processing' || isUnreadable
  return addDraft(donation, asked.sentOrder, { isAnswered, now })
}

/** Its payment; and a name or purpose that it lacked, if words came after it. */
async function updateOrderOf(
  services: Services,
  trx: Transaction,
  donation: Donation,
  earlier: Order,
): Promise<Order> {
  const order = await updatePayment(services, trx, earlier, donation)
  const details = parseDraft(donation)
  return details ? addDetails(services, trx, order, details) : order
}

function findNews(earlier: Order | undefined, order: Order | undefined): SyncResult['news'] {
  if (!order) return null
  if (!earlier) return 'stored'
  return order.payment === 'paid' && earlier.payment !== 'paid' ? 'paid' : null
}

/**
 * Schedules its next check, and writes what changed. A write invalidates concurrent readings, so nothing
 * is written where nothing changed.
 */
async function saveDonation(
  trx: Transaction,
  { read, before }: SyncInput,
  synced: { locked: Donation; donation: Donation; order: Order | undefined; hasTicket: boolean },
  now: number,
): Promise<void> {
  const { locked, donation, order, hasTicket } = synced
  const isRead = read.kind === 'known'
  const planned = findNextCheck({ donation, order, hasTicket, isRead }, now)
  const nextCheckAt = keepSchedule(planned, locked, before)
  const after = { ...donation, nextCheckAt, hasOrderOrTicket: order !== undefined || hasTicket }
  const columns = Object.keys(after) as (keyof Donation)[]
  const differing = columns.filter(column => after[column] !== locked[column])
  if (differing.length === 0) return
  const changes = Object.fromEntries(differing.map(column => [column, after[column]]))
  await updateDonation(trx, after.paymentIntentId, { ...changes, revision: locked.revision + 1 })
}

/** A check scheduled during the reading is for something that the reading may have missed. */
function keepSchedule(
  planned: number | null,
  { nextCheckAt }: Donation,
  before: Donation | undefined,
): number | null {
  if (!before || nextCheckAt === null || nextCheckAt === before.nextCheckAt) return planned
  return Math.min(nextCheckAt, planned ?? Infinity)
}

/** undefined: it is not due yet, or there is no text. */
async function saveOrderIfDue(
  services: Services,
  trx: Transaction,
  donation: Donation,
  { asked }: SyncInput,
): Promise<SavedOrder | undefined> {
  const now = services.now()
  const isDue = donation.state === 'succeeded' || isClaimDue(donation, now)
  const words = parseDraft(donation) ?? (asked.kind === 'order' ? asked.sentOrder : null)
  if (!words || !isDue) return undefined
  const { paymentIntentId, receivedKopiykas } = donation
  const circumstances = {
    idempotencyKey: paymentIntentId,
    paymentIntentId,
    channel: words.isEntered ? ('operator' as const) : ('page' as const),
    payment: paymentOf(donation),
    confirmedKopiykas: receivedKopiykas,
  }
  const order = composeOrder(words, circumstances, now)
  const saved = await saveOrder(services, trx, order, { isAwaited: asked.kind !== 'check' })
  if (!saved) throw new Error('The order of a locked donation was neither stored nor found.')
  // Without an order, what it has is a ticket.
  if (donation.hasOrderOrTicket) await closeTicket(trx, paymentIntentId, now)
  return saved
}
