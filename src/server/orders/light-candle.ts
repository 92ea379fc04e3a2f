import { type Email, reportKinds } from '../db/email'
import { findEmail, giveUpEmails, insertEmails, withdrawEmails } from '../db/emails'
import { listEmailsAbout } from '../db/operate-emails'
import { addHistory, updateOrder } from '../db/orders'
import type { Order } from '../db/schema'
import type { Queryable } from '../db/store'
import { mayWriteMore } from '../emails/email-budget'
import {
  candleLitEmails,
  type PhotoSet,
  photoAddedEmails,
  reportWithdrawnEmails,
} from '../emails/order-emails'
import type { Services } from '../services'

/** A report can be taken back for this long before the donor reads it, ms. */
export const reportDelayMs = 15 * 60_000

/** What lighting a candle needs of the server; the command line has it too. */
export type LightingServices = Pick<Services, 'store' | 'emailSettings' | 'mailDomain' | 'now'>

export interface Lighting {
  /** null: no photo was taken. */
  photoSet: PhotoSet | null
  /** The reply's id, or `command line` and an id of that run: “no” takes back what one did. */
  by: string
}

export interface LightingOutcome {
  kind: 'lit' | 'photo-added' | 'already-lit'
  report: ReportOutcome
}

/**
 * Whether the donor will read of it, a quarter of an hour from now. `held-back`: as many emails as
 * the donor, or all donors without a donation, may get have been written already.
 */
type ReportOutcome = 'queued' | 'no-address' | 'held-back'

/**
 * The candle of an order burns: it is noted, and the donor's report goes out a quarter of an hour
 * later. For a candle that burns already, a photo that the donor does not have yet goes out, once.
 * The caller holds the order's row.
 */
export async function lightCandle(
  services: LightingServices,
  trx: Queryable,
  order: Order,
  { photoSet, by }: Lighting,
): Promise<LightingOutcome> {
  if (order.fulfilment === 'lit') return addPhoto(services, trx, order, photoSet)
  const litAt = services.now()
  await updateOrder(trx, order.id, { fulfilment: 'lit', litAt, litBy: by })
  const detail = `by ${by}, ${photoSet ? `photos: ${photoSet.count}` : 'without a photo'}`
  await addHistory(trx, { orderId: order.id, at: litAt, event: 'lit', detail })
  const lit = { ...order, litAt }
  // A report that was withdrawn after it went out keeps its place in the outbox.
  const again = (await findEmail(trx, order.id, 'donor-photo-report')) !== null
  const emails = candleLitEmails(services.emailSettings, lit, photoSet, again)
  return { kind: 'lit', report: await queue(services, trx, lit, emails) }
}

async function addPhoto(
  services: LightingServices,
  trx: Queryable,
  order: Order,
  photoSet: PhotoSet | null,
): Promise<LightingOutcome> {
  const first = await findEmail(trx, order.id, 'donor-photo-report')
  // The first one was withdrawn since, and the candle lit again.
  const again = first !== null && first.createdAt < (order.litAt ?? 0)
  const sent = again ? await findEmail(trx, order.id, 'donor-photo-added') : first
  if (!photoSet || sent?.photoSetId !== null) return { kind: 'already-lit', report: 'no-address' }
  const isUnread = (await withdrawEmails(trx, order.id, [sent.kind])) > 0
  const emails = isUnread
    ? candleLitEmails(services.emailSettings, order, photoSet, again)
    : photoAddedEmails(services.emailSettings, order, photoSet)
  const report = await queue(services, trx, order, emails)
  return { kind: report === 'queued' ? 'photo-added' : 'already-lit', report }
}

async function queue(
  { mailDomain, now }: LightingServices,
  trx: Queryable,
  order: Order,
  emails: Email[],
): Promise<ReportOutcome> {
  if (emails.length === 0) return 'no-address'
  if (!(await mayWriteMore(trx, order, now()))) return 'held-back'
  const runAt = now() + reportDelayMs
  return (await insertEmails(trx, emails, now(), mailDomain, runAt)) > 0 ? 'queued' : 'held-back'
}

/** `uncorrected`: the donor has had the one correction there is, after an earlier mistake. */
export type UnlightingOutcome = 'unlit' | 'corrected' | 'uncorrected' | 'not-lit'

/**
 * It was a mistake: the candle does not burn. If the donor has not been written to, nobody will
 * notice; otherwise (`corrected`) a correction goes out. The caller holds the order's row.
 */
export async function unlightCandle(
  { emailSettings, mailDomain, now }: LightingServices,
  trx: Queryable,
  order: Order,
  by: string,
): Promise<UnlightingOutcome> {
  if (order.fulfilment !== 'lit') return 'not-lit'
  await updateOrder(trx, order.id, { fulfilment: 'waiting', litAt: null, litBy: null })
  const entry = { orderId: order.id, at: now(), event: 'unlit', detail: `by ${by}` }
  await addHistory(trx, entry)
  await withdrawEmails(trx, order.id, reportKinds)
  const told = (await listEmailsAbout(trx, [order.id])).some(
    ({ kind, createdAt }) => reportKinds.includes(kind) && createdAt >= (order.litAt ?? 0),
  )
  if (!told) return 'unlit'
  // One that was tried may have arrived, whatever the mail server said.
  await giveUpEmails(trx, order.id, reportKinds, 'withdrawn')
  const correction = reportWithdrawnEmails(emailSettings, order)
  return (await insertEmails(trx, correction, now(), mailDomain)) > 0 ? 'corrected' : 'uncorrected'
}
