import { dayMs, minuteMs } from '../../shared/durations'
import type { PressChanges, TempleResult } from '../../shared/temple-page'
import { deleteReports, findEmail, insertEmails, withdrawEmail } from '../db/emails'
import { findLinkKey } from '../db/link-key'
import { addHistory, updateOrder } from '../db/orders'
import { insertPhotos } from '../db/photos'
import { countPresses, findLatestPress, insertPress } from '../db/presses'
import type { Email, Order } from '../db/schema'
import { inTransaction, randomId, type Transaction } from '../db/store'
import {
  candleLitEmails,
  type PhotoSet,
  photoAddedEmails,
  reportWithdrawnEmails,
} from '../emails/donor-emails'
import { mayEmailDonor } from '../emails/may-email-donor'
import { pressedEmail } from '../emails/pressed-email'
import { type NoticeName, parseToken } from '../emails/temple-link'
import type { TempleServices } from '../services'
import { isNoticeClosed, lockNotice } from './notice'

/** ms; until then a mistake can be undone unseen. */
export const reportDelayMs = 15 * minuteMs

/** What a person at the temple pressed. */
export interface Press {
  action: 'lit' | 'undo'
  /** The orders that were ticked. */
  codes: string[]
  /** Re-encoded JPEGs. */
  photos: Buffer[]
  /** Of the link that led here, which may have ended since. */
  token?: string
}

export type PressOutcome =
  /** `id` names the press whose result the page shows. */
  | { kind: 'pressed'; id: string }
  /** Nothing changed. */
  | { kind: 'rejected'; result: TempleResult }
  | { kind: 'link-ended' }

/** In the history of an order. */
const byPage = 'by the temple’s page'

/** Of a notice in a day: each is confirmed by an email. */
const maxPresses = 100

const nothingChosen = { kind: 'rejected', result: { kind: 'nothing-chosen' } } as const

/**
 * Lights or takes back the ticked candles of a notice, and confirms it to the temple, in one
 * transaction. Orders that were dismissed since the page was opened are left out.
 */
export async function takePress(
  services: TempleServices,
  notice: NoticeName,
  press: Press,
): Promise<PressOutcome> {
  return inTransaction(services.store, async trx => {
    const all = await lockNotice(trx, notice)
    const key = await findLinkKey(trx)
    if (press.token !== undefined && (key === null || !parseToken(press.token, key)))
      return { kind: 'link-ended' }
    const now = services.now()
    // Codes of another notice: not from our page.
    if (press.codes.some(code => !all.some(order => order.code === code)))
      return { kind: 'rejected', result: { kind: 'failed', reason: 'incomplete' } }
    const orders = all.filter(({ erasedAt }) => erasedAt === null)
    // The page of a closed notice has no form, and says that it is closed.
    if (orders.length === 0 || isNoticeClosed(orders, now)) return nothingChosen
    if ((await countPresses(trx, notice.code, now - dayMs)) >= maxPresses)
      return { kind: 'rejected', result: { kind: 'failed', reason: 'busy' } }
    const chosen = orders.filter(({ code }) => press.codes.includes(code))
    const id = randomId()
    const context = { services, trx, id }
    const done =
      press.action === 'undo'
        ? await undo(context, chosen)
        : await light(context, chosen, press.photos)
    // Nothing was left to do: this may be a repeat, which shows what the first press did.
    if (done === null) return (await findRepeated(trx, notice, press)) ?? nothingChosen
    await insertPress(trx, { id, notice: notice.code, at: now, changes: done.changes })
    const email = pressedEmail(services.emailSettings, { id, notice, orders, ...done })
    await insertEmails(trx, [email], now)
    return { kind: 'pressed', id }
  })
}

interface PressContext {
  services: TempleServices
  trx: Transaction
  id: string
}

interface Done {
  changes: PressChanges
  /** Codes of those whose one correction was sent before. */
  uncorrected: string[]
}

/** null: nothing changed, as each is dismissed, or lit and gets no photo from this press. */
async function light(
  context: PressContext,
  chosen: Order[],
  photos: Buffer[],
): Promise<Done | null> {
  const { services, trx } = context
  const orders = chosen.filter(({ fulfilment }) => fulfilment !== 'dismissed')
  if (orders.length === 0) return null
  const now = services.now()
  const photoSet = photos.length > 0 ? { id: randomId(), count: photos.length } : null
  const codes = {
    lit: [] as string[],
    'photo-added': [] as string[],
    'already-lit': [] as string[],
  }
  let readers = 0
  for (const order of orders) {
    const { kind, getsReport } =
      order.fulfilment === 'lit'
        ? await addPhotos(context, order, photoSet)
        : await lightCandle(context, order, photoSet)
    codes[kind].push(order.code)
    if (getsReport) readers += 1
  }
  // Nobody gets those of a press that is repeated again and again: they would fill the disk.
  if (photoSet && readers > 0) await insertPhotos(trx, photoSet.id, photos, now)
  const changed = codes.lit.length + codes['photo-added'].length
  if (changed === 0) return null
  const changes = {
    kind: 'lit' as const,
    codes: codes.lit,
    photoAdded: codes['photo-added'],
    photos: photos.length,
    readers,
    withoutAddress: changed - readers,
    reportAt: now + reportDelayMs,
  }
  return { changes, uncorrected: [] }
}

/** null: none of them is lit. */
async function undo(context: PressContext, chosen: Order[]): Promise<Done | null> {
  const lit = chosen.filter(({ fulfilment }) => fulfilment === 'lit')
  if (lit.length === 0) return null
  let corrected = 0
  const uncorrected: string[] = []
  for (const order of lit) {
    const outcome = await unlightCandle(context, order)
    if (outcome === 'corrected') corrected += 1
    if (outcome === 'uncorrected') uncorrected.push(order.code)
  }
  const codes = lit.map(({ code }) => code)
  return { changes: { kind: 'undone', codes, corrected }, uncorrected }
}

/** The latest press, if it did what this one asks for. */
async function findRepeated(
  trx: Transaction,
  notice: NoticeName,
  { action, codes }: Press,
): Promise<PressOutcome | null> {
  const latest = await findLatestPress(trx, notice.code)
  const changes = latest?.changes
  if (!changes || codes.length === 0) return null
  const changed = changes.kind === 'lit' ? [...changes.codes, ...changes.photoAdded] : changes.codes
  const isSame = (changes.kind === 'lit') === (action === 'lit')
  return isSame && codes.every(code => changed.includes(code))
    ? { kind: 'pressed', id: latest.id }
    : null
}

interface Lighting {
  kind: 'lit' | 'photo-added' | 'already-lit'
  /** The donor gets a report. */
  getsReport: boolean
}

/** Marks an order as lit and queues the donor's report. */
async function lightCandle(
  context: PressContext,
  order: Order,
  photoSet: PhotoSet | null,
): Promise<Lighting> {
  const { services, trx, id } = context
  const litAt = services.now()
  await updateOrder(trx, order.id, { fulfilment: 'lit', litAt, litBy: id })
  const detail = `${byPage}, ${photoSet ? `photos: ${photoSet.count}` : 'without a photo'}`
  await addHistory(trx, { orderId: order.id, at: litAt, event: 'lit', detail })
  const lit = { ...order, litAt }
  const emails = candleLitEmails(services.emailSettings, lit, photoSet)
  return { kind: 'lit', getsReport: await queueReport(context, lit, emails) }
}

/** An order that was lit without photos can get a set of them (up to five) later, once. */
async function addPhotos(
  context: PressContext,
  order: Order,
  photoSet: PhotoSet | null,
): Promise<Lighting> {
  const { services, trx } = context
  const report = await findEmail(trx, order.id, 'donor-photo-report')
  if (!photoSet || (report && report.photoSetId !== null))
    return { kind: 'already-lit', getsReport: false }
  const isUnsent = !report || (await withdrawEmail(trx, report.id))
  const write = isUnsent ? candleLitEmails : photoAddedEmails
  const emails = write(services.emailSettings, order, photoSet)
  const getsReport = await queueReport(context, order, emails)
  return { kind: getsReport ? 'photo-added' : 'already-lit', getsReport }
}

async function queueReport(
  { services, trx }: PressContext,
  order: Order,
  emails: Email[],
): Promise<boolean> {
  if (!mayEmailDonor(order)) return false
  const now = services.now()
  return (await insertEmails(trx, emails, now, now + reportDelayMs)).length > 0
}

/**
 * Withdraws the report of a lit order, or corrects it if it may have been read. `uncorrected`: the one
 * correction was sent before.
 */
async function unlightCandle(
  { services: { emailSettings, now }, trx }: PressContext,
  order: Order,
): Promise<'unlit' | 'corrected' | 'uncorrected'> {
  await updateOrder(trx, order.id, { fulfilment: 'waiting', litAt: null, litBy: null })
  await addHistory(trx, { orderId: order.id, at: now(), event: 'unlit', detail: byPage })
  if (!(await deleteReports(trx, order.id))) return 'unlit'
  const correction = reportWithdrawnEmails(emailSettings, order)
  return (await insertEmails(trx, correction, now())).length > 0 ? 'corrected' : 'uncorrected'
}
