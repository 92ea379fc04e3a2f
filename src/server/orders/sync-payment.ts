import { isDeepStrictEqual } from 'node:util'
import {
  findDonation,
  insertDonation,
  listReversals,
  lockDonation,
  saveDonation,
} from '../db/donations'
import { findOrderByIntent, lockOrderByIntent } from '../db/orders'
import type { Donation, Order, Reversal, Ticket } from '../db/schema'
import { inTransaction, type Queryable } from '../db/store'
import type { Services } from '../services'
import type { PaymentError } from '../stripe/payment-provider'
import { adoptDonation, applyIntent, isSecretOf } from './donation'
import { findDueTime, findNextCheck } from './next-check'
import { composePaidOrder, isNewer, readDraft, setNewerDraft } from './order'
import { type PaymentReading, readPayment, type SyncRequest } from './read-payment'
import { notifyOfReversals, saveReversals } from './reversals'
import { saveOrder, updatePayment } from './save-order'
import { openTicket } from './tickets'

/** What became of a payment, and its order if there is one. */
export interface SyncResult {
  status: 'paid' | 'pending' | 'open' | 'canceled' | 'unknown' | 'not-ours'
  /** The provider confirmed `status` just now; otherwise it is what the store knew before. */
  isConfirmed: boolean
  order: Order | undefined
  /** The order, if any, was created by this sync. */
  isNew: boolean
  /** A draft that will become the order if no browser brings it. */
  hasDraft: boolean
  amountKopiykas: number
  /** Why the last attempt to pay failed; while the payment is open. */
  lastError: PaymentError | null
}

const maxReadings = 5
/** No further reading starts after this time, ms: the caller gets what is known. */
const readingMs = 8_000

/**
 * Syncs one payment with the provider: reads it there and updates donation, order, draft, reversals,
 * ticket and emails in one transaction. Every caller (order, outcome question, event, due check,
 * reconciler) comes here, concurrently and as often as it likes. If the row was written while the
 * provider was read, the reading may be stale and is repeated (docs/decisions/011-sync-by-revision.md). An unknown
 * result cannot be stale, so it is not.
 */
export async function syncPayment(
  services: Services,
  id: string,
  asked: SyncRequest,
): Promise<SyncResult> {
  const { db } = services.store
  const startedAt = services.now()
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const before = await findDonation(db, id)
    if (before && !mayAsk(services, asked, before)) return without('not-ours')
    // A canceled payment is final: no caller's order needs the provider to repeat it.
    if (before?.state === 'canceled' && asked.kind !== 'check')
      return { ...without('canceled'), order: await findOrderByIntent(db, id) }
    const isLast = reading === maxReadings || services.now() - startedAt >= readingMs
    const payment: PaymentReading =
      before && isLast ? { kind: 'unknown' } : await readPayment(services, id, before, asked)
    if (payment.kind === 'not-ours') return without('not-ours')
    if (payment.kind === 'unknown' && !before) return without('unknown')
    const result = await inTransaction(services.store, async trx => {
      const donation = await lockUnchanged(trx, id, { before, payment })
      return donation && applyReading(services, trx, donation, { payment, asked })
    })
    if (result) return result
  }
  return without('unknown')
}

/** A question needs the client secret, and an account of this mode to be answered from. */
function mayAsk({ provider }: Services, asked: SyncRequest, donation: Donation): boolean {
  if (asked.kind !== 'question') return true
  const isOtherMode = provider !== null && provider.livemode !== donation.livemode
  return isSecretOf(donation, asked.clientSecret) && !isOtherMode
}

function without(status: 'not-ours' | 'unknown' | 'canceled'): SyncResult {
  return {
    status,
    isConfirmed: status !== 'unknown',
    order: undefined,
    isNew: false,
    hasDraft: false,
    amountKopiykas: 0,
    lastError: null,
  }
}

/** The donation's row, created if missing; null: another caller wrote it since it was read. */
async function lockUnchanged(
  trx: Queryable,
  id: string,
  { before, payment }: { before: Donation | undefined; payment: PaymentReading },
): Promise<Donation | null> {
  const intent = payment.kind === 'known' ? payment.intent : null
  if (!before && intent) await insertDonation(trx, adoptDonation(intent))
  const donation = await lockDonation(trx, id, intent?.ref ?? null)
  if (!donation) return null
  if (!intent) return donation
  // A row found by our reference alone did not know its intent yet.
  const isUnchanged = before
    ? donation.revision === before.revision
    : donation.paymentIntentId === null || donation.revision === 0
  return isUnchanged ? donation : null
}

interface Reading {
  payment: PaymentReading
  asked: SyncRequest
}

/** Applies a reading to the locked donation and all that hangs on it, step by step. */
async function applyReading(
  services: Services,
  trx: Queryable,
  locked: Donation,
  { payment, asked }: Reading,
): Promise<SyncResult> {
  const now = services.now()
  const isConfirmed = payment.kind === 'known'
  const applied = isConfirmed ? applyIntent(locked, payment.intent, now) : locked
  const { donation: reversed, changes } = await saveReversals(trx, applied, payment, now)

  const earlier = await lockOrderByIntent(trx, reversed.paymentIntentId ?? '')
  const order = earlier
    ? await updatePayment(services, trx, earlier, reversed)
    : await saveOrderIfDue(services, trx, reversed, { payment, asked })
  const donation = order ? dropDraft(reversed) : keepDraft(reversed, asked, now)

  const opened = order ? null : await openTicketIfDue(services, trx, donation, payment)
  await notifyOfChanges(services, trx, donation, { changes, order, earlier, opened })
  const nextCheckAt = findNextCheck(
    { donation, order, hasTicket: opened !== null, isConfirmed },
    now,
  )
  const synced = { ...donation, nextCheckAt }
  // A write invalidates concurrent readings, so nothing is written where nothing changed.
  if (!isDeepStrictEqual(locked, synced)) await saveDonation(trx, synced)
  return {
    status: statusOf(donation, isConfirmed),
    isConfirmed,
    order,
    isNew: order !== undefined && !earlier,
    hasDraft: donation.draft !== null,
    amountKopiykas: donation.amountKopiykas,
    lastError: isConfirmed ? payment.intent.lastError : null,
  }
}

/**
 * Creates the order of a payment once it is due: with the newest text that any page sent, at once if
 * a page brings one, else when the draft's grace time is over.
 */
async function saveOrderIfDue(
  services: Services,
  trx: Queryable,
  donation: Donation,
  { payment, asked }: Reading,
): Promise<Order | undefined> {
  const now = services.now()
  const isPaid = donation.state === 'succeeded'
  const mayBePaid = donation.state === 'processing' || payment.kind === 'unknown'
  const brought = asked.kind === 'check' ? null : asked.request
  const isFinished = asked.kind === 'question' && asked.finish
  const isDue = isPaid
    ? brought !== null || isFinished || now >= findDueTime(donation, now)
    : asked.kind === 'order' && mayBePaid
  if (!isDue) return undefined
  const drafted = readDraft(donation)
  const isNewest = brought && (!drafted || isNewer(brought.sent, drafted.sent))
  const request = isNewest ? brought : drafted
  if (!request) return undefined
  const channel = brought ? 'page' : 'draft'
  const order = await saveOrder(services, trx, composePaidOrder(request, donation, channel, now))
  if (!order) throw new Error('The order of a locked donation was neither stored nor found.')
  if (!brought) services.log.info({ orderId: order.id }, 'an order was made from its draft')
  return order
}

/** What a page sent about a payment that has no order yet stays as its draft. */
function keepDraft(donation: Donation, asked: SyncRequest, now: number): Donation {
  if (donation.state === 'canceled') return dropDraft(donation)
  if (asked.kind === 'check' || !asked.request) return donation
  if (asked.kind === 'question') return setNewerDraft(donation, asked.request, now)
  // Whoever sends an order need not prove that it is their payment, so it replaces no draft and
  // never counts as newer than what the payer sends.
  const { sent, addressHash } = asked.request
  return donation.draft === null
    ? setNewerDraft(donation, { sent: { ...sent, pressedAt: undefined }, addressHash }, now)
    : donation
}

function dropDraft(donation: Donation): Donation {
  return { ...donation, draft: null, draftedAt: null }
}

interface Opened {
  ticket: Ticket
  isNew: boolean
}

/** Opens a ticket for a captured payment without an order. */
async function openTicketIfDue(
  services: Services,
  trx: Queryable,
  donation: Donation,
  payment: PaymentReading,
): Promise<Opened | null> {
  const now = services.now()
  if (donation.state !== 'succeeded' || now < findDueTime(donation, now)) return null
  return openTicket(services, trx, donation, payment.kind === 'known' ? payment.intent : null)
}

/** Reversals from before there was an order or a ticket are reported along with it. */
async function notifyOfChanges(
  services: Services,
  trx: Queryable,
  donation: Donation,
  known: {
    changes: Reversal[]
    order: Order | undefined
    earlier: Order | undefined
    opened: Opened | null
  },
): Promise<void> {
  const { changes, order, earlier, opened } = known
  const about = order ?? opened?.ticket
  if (!about) return
  const isFirst = order ? !earlier : opened?.isNew
  const news = isFirst ? await listReversals(trx, donation.paymentIntentId ?? '') : changes
  await notifyOfReversals(services, trx, about, donation, news)
}

function statusOf({ state }: Donation, isConfirmed: boolean): SyncResult['status'] {
  if (state === 'succeeded') return 'paid'
  if (!isConfirmed) return 'unknown'
  if (state === 'processing') return 'pending'
  return state === 'canceled' ? 'canceled' : 'open'
}
