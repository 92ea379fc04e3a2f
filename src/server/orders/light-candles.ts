import { dayMs, minuteMs } from '../../shared/durations'
import type { SubmissionChanges, TempleResult } from '../../shared/temple-page'
import { deleteReports, findEmail, insertEmails, withdrawEmail } from '../db/emails'
import { findLinkKey } from '../db/link-key'
import { addHistory, updateOrder } from '../db/orders'
import { insertPhotos } from '../db/photos'
import type { Email, Order } from '../db/schema'
import { inTransaction, randomId, type Transaction } from '../db/store'
import { countSubmissions, findSubmission, insertSubmission } from '../db/submissions'
import { lockByCodes } from '../db/temple-list'
import {
  candleLitEmails,
  type PhotoSet,
  photoAddedEmails,
  reportWithdrawnEmails,
} from '../emails/donor-emails'
import { mayEmailDonor } from '../emails/may-email-donor'
import { submissionEmail } from '../emails/submission-email'
import { readTempleToken } from '../emails/temple-link'
import type { TempleServices } from '../services'

/** Donors get the report after this time, ms, so until then a mistake can be undone unseen. */
export const reportDelayMs = 15 * minuteMs

/** A lit candle stays on the page so long, ms: it can be taken back, or get a photo. */
export const litShownMs = 7 * dayMs

/** One submission of the temple's page, by one of its buttons. */
export interface Submission {
  action: 'lit' | 'undo'
  /** The codes of the ticked orders. */
  codes: string[]
  /** Re-encoded JPEGs. */
  photos: Buffer[]
  /** The key of the form. A submission that comes again with it changes nothing. */
  key: string
}

export type SubmissionOutcome =
  /** The page shows the result of the submission with this `id`. */
  | { kind: 'applied'; id: string }
  | { kind: 'rejected'; result: TempleResult }
  | { kind: 'link-ended' }

const byPage = 'by the temple’s page'

/** The temple may submit the page so often a day, because an email confirms each submission. */
const maxSubmissions = 1_000

const reject = (reason: 'incomplete' | 'too-many-submissions') =>
  ({ kind: 'rejected', result: { kind: 'failed', reason } }) as const
const nothingChosen = { kind: 'rejected', result: { kind: 'nothing-chosen' } } as const

/**
 * Lights the named candles or takes them back, and confirms it to the temple by an email, in one
 * transaction. If two helpers submit at once, what the first has lit stays as it is and the second is told
 * so. Orders that were dismissed or erased since the page was opened are left out. `token` is that of the
 * link that opened the page, which may have ended since.
 */
export async function applySubmission(
  services: TempleServices,
  { action, codes, photos, key: id }: Submission,
  token: string,
): Promise<SubmissionOutcome> {
  if (codes.length === 0) return nothingChosen
  const applied = { kind: 'applied', id } as const
  const applying = inTransaction(services.store, async (trx): Promise<SubmissionOutcome> => {
    const named = await lockByCodes(trx, codes)
    const now = services.now()
    const linkKey = await findLinkKey(trx)
    if (linkKey === null || readTempleToken(token, linkKey, now) !== 'open')
      return { kind: 'link-ended' }
    if (await findSubmission(trx, id)) return applied
    // Our page never sends a code that does not exist.
    if (codes.some(code => !named.some(order => order.code === code))) return reject('incomplete')
    const chosen = named.filter(order => isShown(order, now))
    if (chosen.length === 0) return nothingChosen
    if ((await countSubmissions(trx, now - dayMs)) >= maxSubmissions)
      return reject('too-many-submissions')
    const context = { services, trx, id, now }
    const changes =
      action === 'undo' ? await undo(context, chosen) : await light(context, chosen, photos)
    if (changes === null) return nothingChosen
    if (!(await insertSubmission(trx, { id, at: now, changes }))) throw new KeyTakenError()
    if (isNews(changes))
      await insertEmails(trx, [submissionEmail(services.emailSettings, id, changes)], now)
    return applied
  })
  return applying.catch(error => {
    if (error instanceof KeyTakenError) return applied
    throw error
  })
}

/**
 * Another submission with this key, but for other orders, was stored first. This one is rolled back,
 * because it would light candles without a confirmation to the temple. Our page never sends two such
 * submissions.
 */
class KeyTakenError extends Error {
  override name = 'KeyTakenError'
}

function isShown({ fulfilment, litAt, erasedAt }: Order, now: number): boolean {
  if (erasedAt !== null) return false
  return fulfilment === 'waiting' || (fulfilment === 'lit' && (litAt ?? 0) >= now - litShownMs)
}

/** Returns false if others had lit all of it before. */
function isNews(changes: SubmissionChanges): boolean {
  return changes.kind === 'undone' || changes.codes.length + changes.photoAdded.length > 0
}

interface SubmissionContext {
  services: TempleServices
  trx: Transaction
  id: string
  now: number
}

async function light(
  context: SubmissionContext,
  orders: Order[],
  photos: Buffer[],
): Promise<SubmissionChanges> {
  const { trx, now } = context
  const photoSet = photos.length > 0 ? { id: randomId(), count: photos.length } : null
  const codes: string[] = []
  const photoAdded: string[] = []
  const earlier: { code: string; at: number; hasPhoto: boolean }[] = []
  let readers = 0
  for (const order of orders) {
    const { code, litAt } = order
    if (order.fulfilment === 'waiting') {
      codes.push(code)
      if (await lightCandle(context, order, photoSet)) readers += 1
      continue
    }
    const added = await addPhotos(context, order, photoSet)
    if (added === 'added') {
      photoAdded.push(code)
      readers += 1
    } else earlier.push({ code, at: litAt ?? now, hasPhoto: added === 'has-photo' })
  }
  // Photos that no donor gets are not stored, or repeated submissions would fill the disk.
  if (photoSet && readers > 0) await insertPhotos(trx, photoSet.id, photos, now)
  return {
    kind: 'lit',
    ...{ codes, photoAdded, earlier, photos: photos.length, readers },
    reportAt: now + reportDelayMs,
  }
}

/** Returns null if none of the orders is lit. */
async function undo(
  context: SubmissionContext,
  orders: Order[],
): Promise<SubmissionChanges | null> {
  const lit = orders.filter(({ fulfilment }) => fulfilment === 'lit')
  if (lit.length === 0) return null
  let corrected = 0
  const uncorrected: string[] = []
  for (const order of lit) {
    const outcome = await unlightCandle(context, order)
    if (outcome === 'corrected') corrected += 1
    if (outcome === 'uncorrected') uncorrected.push(order.code)
  }
  return { kind: 'undone', codes: lit.map(({ code }) => code), corrected, uncorrected }
}

/** Marks an order as lit. Returns whether the donor gets a report. */
async function lightCandle(
  context: SubmissionContext,
  order: Order,
  photoSet: PhotoSet | null,
): Promise<boolean> {
  const { services, trx, id, now } = context
  await updateOrder(trx, order.id, { fulfilment: 'lit', litAt: now, litBy: id })
  const detail = `${byPage}, ${photoSet ? `photos: ${photoSet.count}` : 'without a photo'}`
  await addHistory(trx, { orderId: order.id, at: now, event: 'lit', detail })
  const lit = { ...order, litAt: now }
  return queueReport(context, lit, candleLitEmails(services.emailSettings, lit, photoSet))
}

/** Adds photos to an order that was lit without any. This works once. */
async function addPhotos(
  context: SubmissionContext,
  order: Order,
  photoSet: PhotoSet | null,
): Promise<'added' | 'has-photo' | 'left'> {
  const { services, trx } = context
  const report = await findEmail(trx, order.id, 'donor-photo-report')
  const added = await findEmail(trx, order.id, 'donor-photo-added')
  if (report?.photoSetId || added) return 'has-photo'
  if (!photoSet) return 'left'
  const isUnsent = !report || (await withdrawEmail(trx, report.id))
  const write = isUnsent ? candleLitEmails : photoAddedEmails
  const emails = write(services.emailSettings, order, photoSet)
  return (await queueReport(context, order, emails)) ? 'added' : 'left'
}

async function queueReport(
  { trx, now }: SubmissionContext,
  order: Order,
  emails: Email[],
): Promise<boolean> {
  if (!mayEmailDonor(order)) return false
  return (await insertEmails(trx, emails, now, now + reportDelayMs)).length > 0
}

/**
 * Withdraws the report of a lit order, or sends a correction if the report may have been read. An order
 * gets one correction; after it the outcome is `uncorrected`.
 */
async function unlightCandle(
  { services: { emailSettings }, trx, now }: SubmissionContext,
  order: Order,
): Promise<'unlit' | 'corrected' | 'uncorrected'> {
  await updateOrder(trx, order.id, { fulfilment: 'waiting', litAt: null, litBy: null })
  await addHistory(trx, { orderId: order.id, at: now, event: 'unlit', detail: byPage })
  if (!(await deleteReports(trx, order.id))) return 'unlit'
  const correction = reportWithdrawnEmails(emailSettings, order)
  return (await insertEmails(trx, correction, now)).length > 0 ? 'corrected' : 'uncorrected'
}
