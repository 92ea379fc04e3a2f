import { isDeepStrictEqual } from 'node:util'
import {
  findDonation,
  insertDonation,
  listReversals,
  lockDonation,
  saveDonation,
} from '../db/donations'
import { deleteDraft, findDraft, saveDraft } from '../db/order-drafts'
import { lockOrderByIntent } from '../db/orders'
import type { Donation, Order, OrderDraft } from '../db/schema'
import { inTransaction, type Queryable } from '../db/store'
import type { Services } from '../services'
import type { PaymentError } from '../stripe/payment-provider'
import { adoptDonation, applyIntent } from './donation'
import { findDueTime, findNextCheck } from './next-check'
import { composeDraft, composePaidOrder, type OrderRequest, readDraft } from './order'
import { type PaymentReading, type ReadOptions, readPayment } from './read-payment'
import { noteReversals, notifyOfReversals } from './reversals'
import { saveOrder, updatePayment } from './save-order'
import { openTicket } from './tickets'

export interface SyncOptions extends ReadOptions {
  /** The order that a browser brings. */
  request?: OrderRequest | undefined
  /** The browser says that it was paid: the order is kept even where nobody can verify that. */
  claimsPaid?: boolean
  /** Nobody is going to bring the order any more: a draft becomes one without its grace time. */
  finishNow?: boolean
}

/** What became of a payment, and the order that stands for it, if one does. */
export interface SyncResult {
  status: 'paid' | 'pending' | 'open' | 'released' | 'unknown' | 'foreign'
  /** The provider said all of it just now; else `status` is what we knew before. */
  isConfirmed: boolean
  order: Order | undefined
  /** There was no order before: if there is one, it was stored just now. */
  isNew: boolean
  amountKopiykas: number
  /** Why the last attempt to pay failed; while it is open. */
  lastError: PaymentError | null
}

const mostReadings = 5
/** After this time the provider is not read once more, ms: whoever waits gets what we know. */
const readingMs = 8_000

/**
 * Decides what became of one payment: reads it at the provider and brings what we hold in line,
 * the donation, its order, draft, ticket and emails, in one transaction. Called by the order call,
 * the payment-outcome call, webhooks, due donations and the reconciler; as often as anyone likes,
 * at once. What was written by another while the provider was read makes that reading worthless:
 * it is then read again (docs/decisions/011-settle-by-revision.md). "Not known" stays true whoever
 * wrote: a provider that hangs is waited for once, and a slow one for no longer.
 */
export async function syncPayment(
  services: Services,
  id: string,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const startedAt = services.now()
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const before = await findDonation(services.store.db, id)
    const isLast = reading === mostReadings || services.now() - startedAt >= readingMs
    const payment: PaymentReading =
      before && isLast ? { kind: 'unknown' } : await readPayment(services, id, before, options)
    if (payment.kind === 'foreign') return notOurs('foreign')
    if (payment.kind === 'unknown' && !before) return notOurs('unknown')
    const result = await inTransaction(services.store, async trx => {
      const donation = await lockUnchanged(trx, id, { before, payment })
      return donation && applyReading(services, trx, donation, { payment, options })
    })
    if (result) return result
  }
  return notOurs('unknown')
}

function notOurs(status: 'foreign' | 'unknown'): SyncResult {
  const isConfirmed = status === 'foreign'
  return { status, isConfirmed, order: undefined, isNew: false, amountKopiykas: 0, lastError: null }
}

/** The donation's row, made if there is none; null: another has written it since it was read. */
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
  // A row that was found by our reference alone had never heard of its intent.
  const isUnchanged = before
    ? donation.revision === before.revision
    : donation.paymentIntentId === null || donation.revision === 0
  return isUnchanged ? donation : null
}

async function applyReading(
  services: Services,
  trx: Queryable,
  locked: Donation,
  { payment, options }: { payment: PaymentReading; options: SyncOptions },
): Promise<SyncResult> {
  const now = services.now()
  const isConfirmed = payment.kind === 'known'
  const applied = isConfirmed ? applyIntent(locked, payment.intent, now) : locked
  const { donation, changes } = await noteReversals(trx, applied, payment, now)
  const id = donation.paymentIntentId ?? ''
  const earlier = await lockOrderByIntent(trx, id)
  const draft = earlier ? undefined : await findDraft(trx, id)

  const due = { donation, draft, isConfirmed, options, now }
  const order = earlier
    ? await updatePayment(services, trx, earlier, donation)
    : await saveDueOrder(services, trx, due)
  const brought = options.request && composeDraft(id, options.request, now)
  if (order || donation.state === 'canceled') await deleteDraft(trx, id)
  else if (brought) await saveDraft(trx, brought)

  const opened = order ? null : await openTicketIfDue(services, trx, due, payment)
  const about = order ?? opened?.ticket
  if (about) {
    // Reversals from before there was an order, or a ticket, are reported with it.
    const isFirst = order ? !earlier : opened?.isNew
    const news = isFirst ? await listReversals(trx, id) : changes
    await notifyOfReversals(services, trx, about, donation, news)
  }
  const hasTicket = opened !== null
  const nextCheckAt = findNextCheck(
    { donation, order, draft: brought ?? draft, hasTicket, isConfirmed },
    now,
  )
  const settled = { ...donation, nextCheckAt }
  // A write makes the readings of all others worthless: where nothing is new there is none.
  if (!isDeepStrictEqual(locked, settled)) await saveDonation(trx, settled)
  return {
    status: statusOf(donation, isConfirmed),
    isConfirmed,
    order,
    isNew: !earlier,
    amountKopiykas: donation.amountKopiykas,
    lastError: isConfirmed ? payment.intent.lastError : null,
  }
}

interface Due {
  donation: Donation
  draft: OrderDraft | undefined
  isConfirmed: boolean
  options: SyncOptions
  now: number
}

/** Stores the order of a payment whose time has come: as the browser brings it, or as its draft. */
async function saveDueOrder(
  services: Services,
  trx: Queryable,
  { donation, draft, isConfirmed, options, now }: Due,
): Promise<Order | undefined> {
  const { request, claimsPaid, finishNow } = options
  const isPaid = donation.state === 'succeeded'
  const mayBePaid = donation.state === 'processing' || !isConfirmed
  const isDraftDue = isPaid && (finishNow || now >= findDueTime(donation, draft, now))
  const brought = isPaid || (claimsPaid && mayBePaid) ? request : undefined
  const drafted = !brought && draft && isDraftDue ? readDraft(draft) : null
  const chosen = brought ?? drafted
  if (!chosen) return undefined
  const source = brought ? 'form' : 'draft'
  const order = await saveOrder(services, trx, composePaidOrder(chosen, donation, { source, now }))
  if (!order) throw new Error('The order of a locked donation was neither stored nor found.')
  if (drafted) services.log.info({ orderId: order.id }, 'an order was made from its draft')
  return order
}

/** A captured payment that nobody brought an order for. */
async function openTicketIfDue(
  services: Services,
  trx: Queryable,
  { donation, draft, now }: Due,
  payment: PaymentReading,
) {
  if (donation.state !== 'succeeded' || now < findDueTime(donation, draft, now)) return null
  const intent = payment.kind === 'known' ? payment.intent : null
  return openTicket(services, trx, donation, intent)
}

function statusOf({ state }: Donation, isConfirmed: boolean): SyncResult['status'] {
  if (state === 'succeeded') return 'paid'
  if (!isConfirmed) return 'unknown'
  if (state === 'processing') return 'pending'
  return state === 'canceled' ? 'released' : 'open'
}
