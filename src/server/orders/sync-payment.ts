import { toUah } from '../../shared/donation-amount'
import { cleanEmail } from '../../shared/email-address'
import type { Decline } from '../../shared/payment-outcome'
import { findDonation, insertDonation, lockDonation, updateDonation } from '../db/donations'
import type { LaneName } from '../db/lanes'
import { findOrder, lockOrder } from '../db/orders'
import { type Donation, isWordless, type Order, type StoredEmail } from '../db/schema'
import { inTransaction, type Transaction } from '../db/store'
import type { Services } from '../services'
import { addDetails } from './add-details'
import { applyIntent, createDonation, isSecretOf, paymentOf } from './donation'
import { addDraft, type Draft, noDraft, parseDraft } from './draft'
import { findNextCheck, findWordlessTime, isClaimDue } from './next-check'
import { type PaymentReading, readOrCancelPayment } from './read-or-cancel-payment'
import { composeOrder, queueThanks, type SavedOrder, type SentOrder, saveOrder } from './save-order'
import type { SyncRequest } from './sync-request'
import { nothingTold, tellReversals } from './tell-reversals'
import { updateOrderPayment } from './update-order-payment'

export interface SyncResult {
  /**
   * `unknown` means that the payment could not be read. `not-ours` means that it belongs to another
   * service, or that the client secret is wrong.
   */
  status: Donation['state'] | 'unknown' | 'not-ours'
  order?: Order | undefined
  /** True once an order call was told that its words are safe, although no order is stored yet. */
  isAnswered?: boolean
  /** The thanks of an order that this sync created. The caller makes the first attempt to send it. */
  thanks?: StoredEmail | undefined
  amountKopiykas?: number
  /** Says whether this sync stored the order or found it paid. */
  news?: 'stored' | 'paid' | null
  lastDecline?: Decline | null
}

/** `stored` is the donation as it was before the provider was read. */
interface SyncInput {
  read: PaymentReading
  request: SyncRequest
  stored: Donation | undefined
}

const maxAttempts = 5
const attemptsMs = 8_000

/**
 * Reads a payment at the provider and then updates its donation, order, draft and emails in one
 * transaction. Callers may sync one payment at the same time. If another sync has written the row since
 * ours was read, our reading may be stale, so the sync starts again, at most five times within eight
 * seconds (docs/decisions/011-sync-by-revision.md).
 */
export async function syncPayment(
  services: Services,
  id: string,
  request: SyncRequest,
): Promise<SyncResult> {
  const { db } = services.store
  const startedAt = services.now()
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const stored = await findDonation(db, id)
    const early = stored && (await answerWithoutReading(services, request, stored))
    if (early) return early
    // The last attempt does not ask the provider, so nothing can be stale and the words are kept.
    const isLast = attempt === maxAttempts || services.now() - startedAt >= attemptsMs
    const read: PaymentReading =
      stored && isLast
        ? { kind: 'unknown' }
        : await readOrCancelPayment(services, id, stored, request)
    if (read.kind === 'not-ours') return { status: 'not-ours' }
    if (read.kind === 'unknown' && !stored) return { status: 'unknown' }
    const apply = async (trx: Transaction) => {
      const locked = await insertOrLock(trx, id, stored, read)
      return locked && applyReading(services, trx, locked, { read, request, stored })
    }
    const result = await inTransaction(services.store, apply, laneOf({ read, request, stored }))
    if (result) {
      logNews(services, id, result)
      return result
    }
  }
  return { status: 'unknown' }
}

/**
 * Answers without the provider if the client secret of a question is wrong, if an order call is a repeat,
 * or if the payment is canceled. Returns null if the payment has to be read.
 */
async function answerWithoutReading(
  services: Services,
  request: SyncRequest,
  stored: Donation,
): Promise<SyncResult | null> {
  if (!mayAsk(services, request, stored)) return { status: 'not-ours' }
  const { state, paymentIntentId } = stored
  // A check still reads a canceled payment, because our row may be wrong. It need not cancel it again.
  const isFinal = state === 'canceled' && (request.kind !== 'check' || request.cancel)
  const isRepeat = request.kind === 'order' && stored.hasOrder
  if (!isFinal && !isRepeat) return null
  const order = await findOrder(services.store.db, { paymentIntentId })
  // The payment became an order without words, and this request brings them.
  if (isRepeat && order && isWordless(order)) return null
  const isAnswered = stored.answeredAt !== null
  return isFinal || order ? { status: state, order, isAnswered } : null
}

/** A question needs the client secret and a provider in the payment's mode, live or test. */
function mayAsk({ provider }: Services, request: SyncRequest, stored: Donation): boolean {
  if (request.kind !== 'question') return true
  const isOtherMode = provider !== null && provider.livemode !== stored.livemode
  return isSecretOf(stored, request.clientSecret) && !isOtherMode
}

/** Logs after the commit, with the code and the payment's id, by which people ask for an order. */
function logNews({ log }: Services, paymentIntentId: string, { order, news }: SyncResult): void {
  if (!order || !news) return
  const { code, channel, payment, confirmedKopiykas } = order
  const line = { code, paymentIntentId, channel, payment, uah: confirmedKopiykas / 100 }
  log.info(line, news === 'stored' ? 'an order was stored' : 'an order was paid')
}

/** Strangers can cause any number of unpaid payments, so those have a lane of their own. */
function laneOf({ read, request, stored }: SyncInput): LaneName {
  const isRead = read.kind === 'known'
  // One of our own checks could not read its payment, which may be captured.
  if (!isRead && request.kind === 'check') return 'paid'
  const state = isRead ? read.intent.status : stored?.state
  return state === 'open' || state === 'canceled' ? 'unpaid' : 'paid'
}

/** Locks the row, and creates it if it is missing. Returns null if another sync has written it since. */
async function insertOrLock(
  trx: Transaction,
  id: string,
  stored: Donation | undefined,
  read: PaymentReading,
): Promise<Donation | null> {
  const intent = read.kind === 'known' ? read.intent : null
  if (!stored && intent) {
    const isNew = await insertDonation(trx, createDonation(intent))
    // Another sync has created the row, and its reading may be newer.
    if (!isNew) return null
  }
  const locked = await lockDonation(trx, id)
  const isUnchanged = !intent || locked?.revision === (stored?.revision ?? 0)
  return locked && isUnchanged ? locked : null
}

/**
 * Turns the locked row into the donation that the provider tells of, and does what follows from it: its
 * order, the emails and the draft.
 */
async function applyReading(
  services: Services,
  trx: Transaction,
  locked: Donation,
  input: SyncInput,
): Promise<SyncResult> {
  const { read, request } = input
  const now = services.now()
  const isRead = read.kind === 'known'

  // Bring the donation up to what the provider has.
  const donation = isRead ? applyIntent(locked, read.intent, now, request.kind) : locked

  // Update its order, or store it once it is due.
  const earlier = await lockOrder(trx, { paymentIntentId: donation.paymentIntentId })
  const saved = earlier
    ? await updateOrderOf(services, trx, donation, earlier, request)
    : await saveOrderIfDue(services, trx, donation, input)
  const order = saved?.order

  // Tell of new refunds and disputes. A new order tells of all that there are.
  if (order) await tellReversals(services, trx, order, donation, earlier ? locked : nothingTold)

  // Keep the words as a draft while there is no order.
  const draft = order ? noDraft : draftAfter(donation, input, now)
  await saveDonation(trx, input, { locked, donation: { ...donation, ...draft }, order }, now)
  // A capture or a cancellation is final, so our row is enough to know it.
  const isFinal = donation.state === 'succeeded' || donation.state === 'canceled'
  return {
    status: isRead || isFinal ? donation.state : 'unknown',
    order,
    isAnswered: draft.answeredAt !== null,
    thanks: saved?.thanks,
    news: findNews(earlier, order),
    amountKopiykas: donation.amountKopiykas,
    lastDecline: isRead ? read.intent.lastDecline : null,
  }
}

/**
 * Keeps the words of a payment that has no order. An order call is answered as taken while the bank
 * decides, or if the provider gave no answer. It is not answered so if the provider was never asked:
 * a stranger can fill the queue of a network, and each of his orders would reach the temple's list as
 * claimed.
 */
function draftAfter(donation: Donation, { read, request }: SyncInput, now: number): Draft {
  const { state, draft, draftedAt, answeredAt } = donation
  if (state === 'canceled' && answeredAt === null) return noDraft
  if (request.kind !== 'order') return { draft, draftedAt, answeredAt }
  const isUnreadable = state === 'open' && read.kind === 'unknown' && !read.isUnasked
  const isAnswered = state === 'processing' || isUnreadable
  return addDraft(donation, request.sentOrder, { isAnswered, now })
}

/**
 * Updates the payment of a stored order and adds the words that came after it. Then it thanks the donor,
 * because the thanks ask for what is still missing. The words of an order call count only if the order has
 * none at all.
 */
async function updateOrderOf(
  services: Services,
  trx: Transaction,
  donation: Donation,
  earlier: Order,
  request: SyncRequest,
): Promise<SavedOrder> {
  const updated = await updateOrderPayment(services, trx, earlier, donation)
  const sentNow = request.kind === 'order' && isWordless(updated) ? request.sentOrder : null
  const words = parseDraft(donation) ?? sentNow
  const order = words ? await addDetails(services, trx, updated, words) : updated
  const isNews = order.payment !== earlier.payment || order.email !== earlier.email
  const isAwaited = request.kind !== 'check'
  const thanks =
    isNews && order.fulfilment !== 'dismissed'
      ? await queueThanks(services, trx, order, { isAwaited })
      : undefined
  return { order, thanks }
}

function findNews(earlier: Order | undefined, order: Order | undefined): 'stored' | 'paid' | null {
  if (!order) return null
  if (!earlier) return 'stored'
  return order.payment === 'paid' && earlier.payment !== 'paid' ? 'paid' : null
}

/**
 * Schedules the next check and writes the columns that changed. A write makes concurrent readings stale,
 * so an unchanged row is not written.
 */
async function saveDonation(
  trx: Transaction,
  { read, stored }: SyncInput,
  { locked, donation, order }: { locked: Donation; donation: Donation; order: Order | undefined },
  now: number,
): Promise<void> {
  const isRead = read.kind === 'known'
  const planned = findNextCheck({ donation, order, isRead }, now)
  const nextCheckAt = keepSchedule(planned, locked, stored)
  const row = { ...donation, nextCheckAt, hasOrder: order !== undefined }
  const columns = Object.keys(row) as (keyof Donation)[]
  const differing = columns.filter(column => row[column] !== locked[column])
  if (differing.length === 0) return
  const changes = Object.fromEntries(differing.map(column => [column, row[column]]))
  await updateDonation(trx, row.paymentIntentId, { ...changes, revision: locked.revision + 1 })
}

/** A check that was scheduled during our reading is about something that the reading may have missed. */
function keepSchedule(
  planned: number | null,
  locked: Donation,
  stored: Donation | undefined,
): number | null {
  const { nextCheckAt } = locked
  if (!stored || nextCheckAt === null || nextCheckAt === stored.nextCheckAt) return planned
  return Math.min(nextCheckAt, planned ?? Infinity)
}

/**
 * Stores the order of a captured payment, or returns undefined if it is not due yet. If no words came
 * within ten minutes, the payment becomes an order without words: the temple sees it, and the donor is
 * asked for the names.
 */
async function saveOrderIfDue(
  services: Services,
  trx: Transaction,
  donation: Donation,
  { request, read }: SyncInput,
): Promise<SavedOrder | undefined> {
  const now = services.now()
  const isCaptured = donation.state === 'succeeded'
  const words = parseDraft(donation) ?? (request.kind === 'order' ? request.sentOrder : null)
  const isDue = words
    ? isCaptured || isClaimDue(donation, now)
    : isCaptured && now >= findWordlessTime(donation)
  if (!isDue) return undefined
  const { paymentIntentId, receivedKopiykas } = donation
  const circumstances = {
    idempotencyKey: paymentIntentId,
    paymentIntentId,
    channel: words ? ('page' as const) : ('payment' as const),
    payment: paymentOf(donation),
    confirmedKopiykas: receivedKopiykas,
  }
  const sentOrder = words ?? composeWordless(donation, read, services.emailSettings)
  const order = composeOrder(sentOrder, circumstances, now)
  const saved = await saveOrder(services, trx, order, { isAwaited: request.kind !== 'check' })
  if (!saved) throw new Error('The order of a locked donation was neither stored nor found.')
  return saved
}

/** Composes an order of which only the billing address is known, and perhaps not even that. */
function composeWordless(
  { receivedKopiykas, addressHash }: Donation,
  read: PaymentReading,
  { templeLanguage: language }: Services['emailSettings'],
): SentOrder {
  const email = cleanEmail((read.kind === 'known' && read.intent.billingEmail) || '')
  const donationAmount = toUah(receivedKopiykas)
  return { sent: { name: '', purpose: '', email, donationAmount, language }, addressHash }
}
