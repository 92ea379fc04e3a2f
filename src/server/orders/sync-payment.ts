import type { Decline } from '../../shared/payment-outcome'
import {
  findDonation,
  insertDonation,
  listReversals,
  lockDonation,
  updateDonation,
} from '../db/donations'
import { findOrder, lockOrder } from '../db/orders'
import type { Donation, Order, StoredEmail } from '../db/schema'
import type { ShareName } from '../db/shares'
import { inTransaction, type Transaction } from '../db/store'
import { closeTicket } from '../db/tickets'
import type { Services } from '../services'
import { addDetails } from './add-details'
import { applyIntent, createDonation, isSecretOf, paymentOf } from './donation'
import { type Draft, findNewerDraft, isNewer, parseDraft } from './draft'
import { findDueTime, findNextCheck } from './next-check'
import { type PaymentReading, readPayment } from './read-payment'
import { notifyOfReversals, saveReversals } from './reversals'
import { composeOrder, type SentOrder, saveOrder } from './save-order'
import type { SyncRequest } from './sync-request'
import { openTicketIfDue } from './tickets'
import { updatePayment } from './update-payment'

export interface SyncResult {
  /** `unknown`: it could not be read. `not-ours`: another service's, or the client secret is wrong. */
  status: Donation['state'] | 'unknown' | 'not-ours'
  order?: Order | undefined
  /** The donor's email of an order that this sync created: the caller tries it. */
  thanks?: StoredEmail | undefined
  amountKopiykas?: number
  /** What this sync did to the order: it is new, or was paid since. */
  news?: 'stored' | 'paid' | null | undefined
  /** Why the last attempt to pay an open payment failed. */
  lastDecline?: Decline | null
}

const maxAttempts = 5
/** No attempt starts after this time, ms. */
const attemptsMs = 8_000

/**
 * Reads a payment at the provider; then updates donation, order, draft, reversals, ticket and emails
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
    // The last one stores what was sent without a reading, which cannot be stale.
    const isLast = attempt === maxAttempts || services.now() - startedAt >= attemptsMs
    const read: PaymentReading =
      before && isLast ? { kind: 'unknown' } : await readPayment(services, id, before, asked)
    if (read.kind === 'not-ours') return { status: 'not-ours' }
    if (read.kind === 'unknown' && !before) return { status: 'unknown' }
    const isUnverified = asked.kind === 'order' && read.kind === 'unknown'
    if (isUnverified && before?.state !== 'succeeded' && !asked.limits.mayStoreUnverified())
      return { status: 'unknown' }
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

/** What needs no reading: a question without the secret, a canceled payment, a stored order. null: it does. */
async function answerWithoutReading(
  services: Services,
  asked: SyncRequest,
  donation: Donation,
): Promise<SyncResult | null> {
  if (!mayAsk(services, asked, donation)) return { status: 'not-ours' }
  const { state, paymentIntentId } = donation
  // A check that does not cancel follows an event, and reads also what counts as final.
  const isFinal = state === 'canceled' && (asked.kind !== 'check' || asked.cancel)
  const isRepeat = asked.kind === 'order' && donation.hasOrderOrTicket
  if (!isFinal && !isRepeat) return null
  const order = await findOrder(services.store.db, { paymentIntentId })
  return isFinal || order ? { status: state, order } : null
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

/** What one attempt goes by. */
interface SyncInput {
  read: PaymentReading
  asked: SyncRequest
  /** The row as it was before the reading. */
  before: Donation | undefined
}

async function applyReading(
  services: Services,
  trx: Transaction,
  locked: Donation,
  input: SyncInput,
): Promise<SyncResult> {
  const { read, asked, before } = input
  const now = services.now()
  const isRead = read.kind === 'known'

  // The donation as the provider has it.
  const applied = isRead ? applyIntent(locked, read.intent, now, asked.kind) : locked
  const { donation, changes } = await saveReversals(services, trx, applied, input)

  // Its order, or else its draft and, when it is time, its ticket.
  const earlier = await lockOrder(trx, { paymentIntentId: donation.paymentIntentId })
  const saved = earlier ? undefined : await saveOrderIfDue(services, trx, donation, input)
  const order = earlier
    ? await updateOrderOf(services, trx, donation, { earlier, asked })
    : saved?.order
  const drafted = { ...donation, ...(order ? noDraft : findDraft(donation, asked, now)) }
  const opened = order ? null : await openTicketIfDue(services, trx, drafted, read)

  const about = order ?? opened?.ticket
  if (about) {
    // A new order or ticket also reports earlier reversals: there are none if this is the first sync.
    const isFirst = order ? !earlier : opened?.isNew
    const mayHaveMore = isFirst && locked.revision > 0
    const untold = mayHaveMore ? await listReversals(trx, donation.paymentIntentId) : changes
    await notifyOfReversals(services, trx, about, donation, untold)
  }

  const hasTicket = opened !== null
  const planned = findNextCheck({ donation: drafted, order, hasTicket, isRead }, now)
  const nextCheckAt = keepSchedule(planned, locked, before)
  await saveChanges(trx, locked, { ...drafted, nextCheckAt, hasOrderOrTicket: about !== undefined })
  // Nothing takes a capture or a cancellation back.
  const isFinal = donation.state === 'succeeded' || donation.state === 'canceled'
  return {
    status: isRead || isFinal ? donation.state : 'unknown',
    order,
    thanks: saved?.thanks,
    news: findNews(earlier, order),
    amountKopiykas: donation.amountKopiykas,
    lastDecline: isRead ? read.intent.lastDecline : null,
  }
}

/** Its payment; and a name or purpose that it lacked, if who paid sends them. */
async function updateOrderOf(
  services: Services,
  trx: Transaction,
  donation: Donation,
  { earlier, asked }: { earlier: Order; asked: SyncRequest },
): Promise<Order> {
  const order = await updatePayment(services, trx, earlier, donation)
  const details = asked.kind === 'question' ? asked.sentOrder : null
  return details ? addDetails(services, trx, order, details) : order
}

function findNews(earlier: Order | undefined, order: Order | undefined): SyncResult['news'] {
  if (!order) return null
  if (!earlier) return 'stored'
  return order.payment === 'paid' && earlier.payment !== 'paid' ? 'paid' : null
}

/** A write invalidates concurrent readings, so nothing is written where nothing changed. */
async function saveChanges(trx: Transaction, before: Donation, after: Donation): Promise<void> {
  const columns = Object.keys(after) as (keyof Donation)[]
  const changed = columns.filter(column => after[column] !== before[column])
  if (changed.length === 0) return
  const changes = Object.fromEntries(changed.map(column => [column, after[column]]))
  await updateDonation(trx, after.paymentIntentId, { ...changes, revision: before.revision + 1 })
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
 * Uses the newest text. Due at once if a page sends it and the payment is, or may be, captured; else
 * after the draft's grace time.
 */
async function saveOrderIfDue(
  services: Services,
  trx: Transaction,
  donation: Donation,
  { read, asked }: SyncInput,
): Promise<Awaited<ReturnType<typeof saveOrder>> | undefined> {
  const now = services.now()
  const isPaid = donation.state === 'succeeded'
  // It may have been canceled while it was read.
  const mayBeCaptured =
    donation.state === 'processing' || (donation.state === 'open' && read.kind === 'unknown')
  const sent = asked.kind === 'check' ? null : asked.sentOrder
  const isDue = isPaid
    ? asked.kind !== 'check' || now >= findDueTime(donation, now)
    : asked.kind === 'order' && mayBeCaptured
  if (!isDue) return undefined
  const draft = parseDraft(donation)
  const isNewest = sent && (!draft || isNewer(sent.sent, draft.sent))
  const newest = isNewest ? sent : draft
  if (!newest) return undefined
  const { paymentIntentId, receivedKopiykas } = donation
  const circumstances = {
    idempotencyKey: paymentIntentId,
    paymentIntentId,
    channel: channelOf(newest, sent),
    payment: paymentOf(donation, 'verifying'),
    confirmedKopiykas: receivedKopiykas,
  }
  const order = composeOrder(newest, circumstances, now)
  const saved = await saveOrder(services, trx, order, { isAwaited: asked.kind !== 'check' })
  if (!saved) throw new Error('The order of a locked donation was neither stored nor found.')
  if (donation.hasOrderOrTicket) await closeTicket(trx, paymentIntentId, now)
  return saved
}

/** Where an order comes from: a page, what one had sent before, or an operator. */
function channelOf(newest: SentOrder, sent: SentOrder | null): Order['channel'] {
  if (newest.isEntered) return 'operator'
  return sent ? 'page' : 'draft'
}

const noDraft: Draft = { draft: null, draftedAt: null }

/** Of a donation without an order: the newer of the one that it has and what was sent now. */
function findDraft(donation: Donation, asked: SyncRequest, now: number): Draft {
  if (donation.state === 'canceled') return noDraft
  if (asked.kind === 'check' || !asked.sentOrder) return donation
  if (asked.kind === 'question') return findNewerDraft(donation, asked.sentOrder, now)
  // A sent order carries no client secret, so it replaces no draft and never counts as newer.
  const { sent, addressHash } = asked.sentOrder
  return donation.draft === null
    ? findNewerDraft(donation, { sent: { ...sent, pressedAt: undefined }, addressHash }, now)
    : donation
}
