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
import { addDraft, noDraft, parseDraft } from './draft'
import { findDueTime, findNextCheck, isClaimDue } from './next-check'
import { type PaymentReading, readPayment } from './read-payment'
import { composeOrder, queueThanks, type SavedOrder, type SentOrder, saveOrder } from './save-order'
import type { SyncRequest } from './sync-request'
import { nothingTold, tellReversals } from './tell-reversals'
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
 * Reads a payment at the provider; then updates donation, order, draft and emails
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
    const result = await inTransaction(services.store, apply, laneOf({ read, asked, before }))
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
  const isRepeat = asked.kind === 'order' && donation.hasOrder
  if (!isFinal && !isRepeat) return null
  const order = await findOrder(services.store.db, { paymentIntentId })
  // Its words come only now.
  if (isRepeat && order && isWordless(order)) return null
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

/** Strangers can fill the lane of payments that nobody has paid, also with orders of unverified ones. */
function laneOf({ read, asked, before }: SyncInput): LaneName {
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
  const saved = earlier
    ? await updateOrderOf(services, trx, donation, { earlier, asked })
    : await saveOrderIfDue(services, trx, donation, input)
  const order = saved?.order

  // Its refunds and disputes; of a new order all.
  if (order) await tellReversals(services, trx, order, donation, earlier ? locked : nothingTold)

  // Without an order its words wait.
  const drafted = { ...donation, ...(order ? noDraft : keepDraft(donation, input, now)) }
  await saveDonation(trx, input, { locked, donation: drafted, order }, now)
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

/**
 * Its payment; and what it lacked, if words came after it. Those of an order call count only where none had
 * ever come.
 */
async function updateOrderOf(
  services: Services,
  trx: Transaction,
  donation: Donation,
  { earlier, asked }: { earlier: Order; asked: SyncRequest },
): Promise<SavedOrder> {
  const order = await updatePayment(services, trx, earlier, donation)
  const sentNow = asked.kind === 'order' && isWordless(order) ? asked.sentOrder : null
  const words = parseDraft(donation) ?? sentNow
  if (!words) return { order, thanks: undefined }
  const completed = await addDetails(services, trx, order, words)
  const isNewAddress = order.email === null && completed.email !== null
  const isAwaited = asked.kind !== 'check'
  const thanks = isNewAddress
    ? await queueThanks(services, trx, completed, { isAwaited })
    : undefined
  return { order: completed, thanks }
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
  { locked, donation, order }: { locked: Donation; donation: Donation; order: Order | undefined },
  now: number,
): Promise<void> {
  const isRead = read.kind === 'known'
  const planned = findNextCheck({ donation, order, isRead }, now)
  const nextCheckAt = keepSchedule(planned, locked, before)
  const after = { ...donation, nextCheckAt, hasOrder: order !== undefined }
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

/**
 * undefined: it is not due yet. A captured payment whose words never came is an order without them after
 * ten minutes: the temple sees it, and whoever paid is asked for the names.
 */
async function saveOrderIfDue(
  services: Services,
  trx: Transaction,
  donation: Donation,
  { asked, read }: SyncInput,
): Promise<SavedOrder | undefined> {
  const now = services.now()
  const isCaptured = donation.state === 'succeeded'
  const words = parseDraft(donation) ?? (asked.kind === 'order' ? asked.sentOrder : null)
  const isDue = words
    ? isCaptured || isClaimDue(donation, now)
    : isCaptured && now >= findDueTime(donation, now)
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
  const saved = await saveOrder(services, trx, order, { isAwaited: asked.kind !== 'check' })
  if (!saved) throw new Error('The order of a locked donation was neither stored nor found.')
  return saved
}

/** Only the payment's address is known, and perhaps not even that. */
function composeWordless(
  { receivedKopiykas, addressHash }: Donation,
  read: PaymentReading,
  { templeLanguage: language }: Services['emailSettings'],
): SentOrder {
  const email = cleanEmail((read.kind === 'known' && read.intent.billingEmail) || '')
  const donationAmount = toUah(receivedKopiykas)
  return { sent: { name: '', purpose: '', email, donationAmount, language }, addressHash }
}
