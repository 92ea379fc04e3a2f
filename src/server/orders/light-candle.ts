import { cancelReports, deleteEmail, findEmail, insertEmails, withdrawEmails } from '../db/emails'
import { listEmailsAbout } from '../db/operate-emails'
import { addHistory, updateOrder } from '../db/orders'
import type { Order } from '../db/schema'
import { type Email, reportKinds } from '../db/schema'
import type { Queryable } from '../db/store'
import { mayWriteMore } from '../emails/email-budget'
import {
  candleLitEmails,
  type PhotoSet,
  photoAddedEmails,
  reportWithdrawnEmails,
} from '../emails/order-emails'
import type { Services } from '../services'

/** ms; until then a mistake can be undone unseen. */
export const reportDelayMs = 15 * 60_000

export type LightingServices = Pick<Services, 'store' | 'emailSettings' | 'now'>

export interface LightingOutcome {
  kind: 'lit' | 'photo-added' | 'already-lit'
  report: ReportOutcome
}

/** `held-back`: the limit of emails without a donation is reached. */
type ReportOutcome = 'queued' | 'no-address' | 'held-back'

/**
 * Marks an order, locked by the caller, as lit and queues the donor's report. An order that is lit
 * already gets one later photo. `by`: the reply's id, or `command line` and an id of that run.
 */
export async function lightCandle(
  services: LightingServices,
  trx: Queryable,
  order: Order,
  { photoSet, by }: { photoSet: PhotoSet | null; by: string },
): Promise<LightingOutcome> {
  if (order.fulfilment === 'lit') return addPhoto(services, trx, order, photoSet)
  const litAt = services.now()
  await updateOrder(trx, order.id, { fulfilment: 'lit', litAt, litBy: by })
  const detail = `by ${by}, ${photoSet ? `photos: ${photoSet.count}` : 'without a photo'}`
  await addHistory(trx, { orderId: order.id, at: litAt, event: 'lit', detail })
  const lit = { ...order, litAt }
  // After a correction the first report stays; the second goes, so that another can be queued.
  const again = (await findEmail(trx, order.id, 'donor-photo-report')) !== undefined
  if (again) await deleteEmail(trx, order.id, 'donor-photo-added')
  const emails = candleLitEmails(services.emailSettings, lit, photoSet, again)
  return { kind: 'lit', report: await queue(services, trx, lit, emails) }
}

async function addPhoto(
  services: LightingServices,
  trx: Queryable,
  order: Order,
  photoSet: PhotoSet | null,
): Promise<LightingOutcome> {
  // undefined: it was held back when the candle was lit.
  const sent = await findEmail(trx, order.id, 'donor-photo-report')
  const hasPhoto = sent !== undefined && sent.photoSetId !== null
  // After a correction, the second report is stored as `donor-photo-added`.
  const isCorrected = sent !== undefined && sent.createdAt < (order.litAt ?? 0)
  if (!photoSet || hasPhoto || isCorrected) return { kind: 'already-lit', report: 'no-address' }
  const isUnread = (await withdrawEmails(trx, order.id, ['donor-photo-report'])) > 0
  const emails =
    !sent || isUnread
      ? candleLitEmails(services.emailSettings, order, photoSet)
      : photoAddedEmails(services.emailSettings, order, photoSet)
  const report = await queue(services, trx, order, emails)
  return { kind: report === 'queued' ? 'photo-added' : 'already-lit', report }
}

async function queue(
  { now }: LightingServices,
  trx: Queryable,
  order: Order,
  emails: Email[],
): Promise<ReportOutcome> {
  if (emails.length === 0) return 'no-address'
  if (!(await mayWriteMore(trx, order, now()))) return 'held-back'
  const runAt = now() + reportDelayMs
  return (await insertEmails(trx, emails, now(), runAt)) > 0 ? 'queued' : 'held-back'
}

/** `uncorrected`: the one correction was sent before. */
export type UnlightingOutcome = 'unlit' | 'corrected' | 'uncorrected' | 'not-lit'

/** Withdraws the report, or corrects it if it may have been read. The caller has locked the order. */
export async function unlightCandle(
  { emailSettings, now }: LightingServices,
  trx: Queryable,
  order: Order,
  by: string,
): Promise<UnlightingOutcome> {
  if (order.fulfilment !== 'lit') return 'not-lit'
  await updateOrder(trx, order.id, { fulfilment: 'waiting', litAt: null, litBy: null })
  const entry = { orderId: order.id, at: now(), event: 'unlit', detail: `by ${by}` }
  await addHistory(trx, entry)
  await withdrawEmails(trx, order.id, reportKinds)
  const isReported = (await listEmailsAbout(trx, [order.id])).some(
    ({ kind, createdAt }) => reportKinds.includes(kind) && createdAt >= (order.litAt ?? 0),
  )
  if (!isReported) return 'unlit'
  // An attempt that failed may have been delivered.
  await cancelReports(trx, order.id)
  const correction = reportWithdrawnEmails(emailSettings, order)
  return (await insertEmails(trx, correction, now())) > 0 ? 'corrected' : 'uncorrected'
}
