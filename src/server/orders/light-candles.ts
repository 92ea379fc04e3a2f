import { dayMs, minuteMs } from '../../shared/durations'
import type { PressChanges, TempleResult } from '../../shared/temple-page'
import { deleteReports, findEmail, insertEmails, withdrawEmail } from '../db/emails'
import { findLinkKey } from '../db/link-key'
import { addHistory, updateOrder } from '../db/orders'
import { insertPhotos } from '../db/photos'
import { countPresses, findPress, insertPress } from '../db/presses'
import type { Email, Order } from '../db/schema'
import { inTransaction, randomId, type Transaction } from '../db/store'
import { lockByCodes } from '../db/temple-list'
import {
  candleLitEmails,
  type PhotoSet,
  photoAddedEmails,
  reportWithdrawnEmails,
} from '../emails/donor-emails'
import { mayEmailDonor } from '../emails/may-email-donor'
import { pressedEmail } from '../emails/pressed-email'
import { readTempleToken } from '../emails/temple-link'
import type { TempleServices } from '../services'

/** Donors get the report after this time, ms, so until then a mistake can be undone unseen. */
export const reportDelayMs = 15 * minuteMs

/** A lit candle stays on the page so long, ms: it can be taken back, or get a photo. */
export const litShownMs = 7 * dayMs

/** One press of a button on the temple's page. */
export interface Press {
  action: 'lit' | 'undo'
  /** The codes of the ticked orders. */
  codes: string[]
  /** Re-encoded JPEGs. */
  photos: Buffer[]
  /** The key of the form. A press that comes again with it changes nothing. */
  key: string
  /** The token of the link that opened the page. It may have ended since. */
  token?: string
}

export type PressOutcome =
  /** The page shows the result of the press with this `id`. */
  | { kind: 'pressed'; id: string }
  | { kind: 'rejected'; result: TempleResult }
  | { kind: 'link-ended' }

const byPage = 'by the temple’s page'

/** The temple may press so often a day, because an email confirms each press. */
const maxPresses = 1_000

const failed = (reason: 'incomplete' | 'too-many-presses') =>
  ({ kind: 'rejected', result: { kind: 'failed', reason } }) as const
const nothingChosen = { kind: 'rejected', result: { kind: 'nothing-chosen' } } as const

/**
 * Lights the named candles or takes them back, and confirms it to the temple by an email, in one
 * transaction. If two helpers press at once, what the first has lit stays as it is and the second is told
 * so. Orders that were dismissed or erased since the page was opened are left out.
 */
export async function applyPress(services: TempleServices, press: Press): Promise<PressOutcome> {
  const { action, codes, photos, key: id, token } = press
  if (codes.length === 0) return nothingChosen
  const pressed = { kind: 'pressed', id } as const
  const pressing = inTransaction(services.store, async (trx): Promise<PressOutcome> => {
    const named = await lockByCodes(trx, codes)
    const now = services.now()
    const linkKey = await findLinkKey(trx)
    const isOpen =
      linkKey !== null && token !== undefined && readTempleToken(token, linkKey, now) === 'open'
    if (token !== undefined && !isOpen) return { kind: 'link-ended' }
    if (await findPress(trx, id)) return pressed
    // Our page never sends a code that does not exist.
    if (codes.some(code => !named.some(order => order.code === code))) return failed('incomplete')
    const chosen = named.filter(order => isShown(order, now))
    if (chosen.length === 0) return nothingChosen
    if ((await countPresses(trx, now - dayMs)) >= maxPresses) return failed('too-many-presses')
    const context = { services, trx, id, now }
    const changes =
      action === 'undo' ? await undo(context, chosen) : await light(context, chosen, photos)
    if (changes === null) return nothingChosen
    if (!(await insertPress(trx, { id, at: now, changes }))) throw new KeyTakenError()
    if (isNews(changes))
      await insertEmails(trx, [pressedEmail(services.emailSettings, id, changes)], now)
    return pressed
  })
  return pressing.catch(error => {
    if (error instanceof KeyTakenError) return pressed
    throw error
  })
}

/**
 * Rolls a press back that another one with its key and other orders, which no page of ours sends, has
 * overtaken. Kept, it would light candles without a confirmation to the temple.
 */
class KeyTakenError extends Error {
  override name = 'KeyTakenError'
}

function isShown({ fulfilment, litAt, erasedAt }: Order, now: number): boolean {
  if (erasedAt !== null) return false
  return fulfilment === 'waiting' || (fulfilment === 'lit' && (litAt ?? 0) >= now - litShownMs)
}

/** Returns false if others had lit all of it before. */
function isNews(changes: PressChanges): boolean {
  return changes.kind === 'undone' || changes.codes.length + changes.photoAdded.length > 0
}

interface PressContext {
  services: TempleServices
  trx: Transaction
  id: string
  now: number
}

async function light(
  context: PressContext,
  orders: Order[],
  photos: Buffer[],
): Promise<PressChanges> {
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
  // Photos that no donor gets are not stored, or repeated presses would fill the disk.
  if (photoSet && readers > 0) await insertPhotos(trx, photoSet.id, photos, now)
  return {
    kind: 'lit',
    ...{ codes, photoAdded, earlier, photos: photos.length, readers },
    reportAt: now + reportDelayMs,
  }
}

/** Returns null if none of the orders is lit. */
async function undo(context: PressContext, orders: Order[]): Promise<PressChanges | null> {
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
  context: PressContext,
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
  context: PressContext,
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
  { trx, now }: PressContext,
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
  { services: { emailSettings }, trx, now }: PressContext,
  order: Order,
): Promise<'unlit' | 'corrected' | 'uncorrected'> {
  await updateOrder(trx, order.id, { fulfilment: 'waiting', litAt: null, litBy: null })
  await addHistory(trx, { orderId: order.id, at: now, event: 'unlit', detail: byPage })
  if (!(await deleteReports(trx, order.id))) return 'unlit'
  const correction = reportWithdrawnEmails(emailSettings, order)
  return (await insertEmails(trx, correction, now)).length > 0 ? 'corrected' : 'uncorrected'
}
