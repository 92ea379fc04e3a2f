import { deleteReports, findEmail, insertEmails, withdrawEmail } from '../db/emails'
import { addHistory, updateOrder } from '../db/orders'
import { capturedPayments, type Email, type Order } from '../db/schema'
import type { Transaction } from '../db/store'
import {
  candleLitEmails,
  type PhotoSet,
  photoAddedEmails,
  reportWithdrawnEmails,
} from '../emails/donor-emails'
import { mayEmailDonor } from '../emails/email-budget'
import type { Services } from '../services'
import { isPending } from './donation'

/** ms; until then a mistake can be undone unseen. */
export const reportDelayMs = 15 * 60_000

export type LightingServices = Pick<Services, 'store' | 'emailSettings' | 'now'>

export interface LightingOutcome {
  kind: 'lit' | 'photo-added' | 'already-lit'
  /** The donor gets a report. */
  isReported: boolean
}

/**
 * Marks an order, locked by the caller, as lit and queues the donor's report. An order that was lit
 * without photos can get a set of them (up to five) later, once. `by`: the press of the temple's page.
 */
export async function lightCandle(
  services: LightingServices,
  trx: Transaction,
  order: Order,
  { photoSet, by }: { photoSet: PhotoSet | null; by: string },
): Promise<LightingOutcome> {
  if (order.fulfilment === 'lit') return addPhoto(services, trx, order, photoSet)
  const litAt = services.now()
  await updateOrder(trx, order.id, { fulfilment: 'lit', litAt, litBy: by })
  const detail = `by ${describeBy(by)}, ${photoSet ? `photos: ${photoSet.count}` : 'without a photo'}`
  await addHistory(trx, { orderId: order.id, at: litAt, event: 'lit', detail })
  const lit = { ...order, litAt }
  const emails = candleLitEmails(services.emailSettings, lit, photoSet)
  return { kind: 'lit', isReported: await queue(services, trx, lit, emails) }
}

async function addPhoto(
  services: LightingServices,
  trx: Transaction,
  order: Order,
  photoSet: PhotoSet | null,
): Promise<LightingOutcome> {
  const report = await findEmail(trx, order.id, 'donor-photo-report')
  if (!photoSet || (report && report.photoSetId !== null))
    return { kind: 'already-lit', isReported: false }
  const isUnsent = !report || (await withdrawEmail(trx, report.id))
  const write = isUnsent ? candleLitEmails : photoAddedEmails
  const emails = write(services.emailSettings, order, photoSet)
  const isReported = await queue(services, trx, order, emails)
  return { kind: isReported ? 'photo-added' : 'already-lit', isReported }
}

/** Whether the donor gets a report: free orders beyond the limit of emails got no thanks and get none. */
export function mayBeReported(order: Order, wasThanked: boolean): boolean {
  const mayBePaid = capturedPayments.includes(order.payment) || isPending(order.payment)
  return mayEmailDonor(order) && (mayBePaid || wasThanked)
}

async function queue(
  { now }: LightingServices,
  trx: Transaction,
  order: Order,
  emails: Email[],
): Promise<boolean> {
  const wasThanked = (await findEmail(trx, order.id, 'donor-thanks')) !== undefined
  if (!mayBeReported(order, wasThanked)) return false
  return (await insertEmails(trx, emails, now(), now() + reportDelayMs)).length > 0
}

/** `uncorrected`: the one correction was sent before. */
export type UnlightingOutcome = 'unlit' | 'corrected' | 'uncorrected' | 'not-lit'

/** Withdraws the report, or corrects it if it may have been read. The caller has locked the order. */
export async function unlightCandle(
  { emailSettings, now }: LightingServices,
  trx: Transaction,
  order: Order,
  by: string,
): Promise<UnlightingOutcome> {
  if (order.fulfilment !== 'lit') return 'not-lit'
  await updateOrder(trx, order.id, { fulfilment: 'waiting', litAt: null, litBy: null })
  const entry = { orderId: order.id, at: now(), event: 'unlit', detail: `by ${describeBy(by)}` }
  await addHistory(trx, entry)
  if (!(await deleteReports(trx, order.id))) return 'unlit'
  const correction = reportWithdrawnEmails(emailSettings, order)
  return (await insertEmails(trx, correction, now())).length > 0 ? 'corrected' : 'uncorrected'
}

/** For the history; a press has a random id. */
function describeBy(by: string): string {
  return by.startsWith('command line') ? 'command line' : 'the temple’s page'
}
