import { insertLetters } from '../db/letters'
import { addHistory, lockOrderByCode, updateOrder } from '../db/orders'
import { insertPhoto } from '../db/photos'
import type { Order } from '../db/schema'
import type { Queryable } from '../db/store'
import { candleLitEmails } from '../emails/write-emails'
import type { Services } from '../services'

/** What lighting a candle needs of the server; the command line has it too. */
export type LightingServices = Pick<Services, 'store' | 'emailSettings' | 'mailDomain' | 'now'>

export interface Lighting {
  /** The order's code as people say it. */
  code: string
  /** As `preparePhoto` made it; null: none was taken. */
  photo: Buffer | null
  by: 'answer' | 'command line'
}

export type LightingOutcome =
  | { kind: 'lit'; order: Order; reportQueued: boolean }
  | { kind: 'already-lit'; order: Order }
  | { kind: 'unknown-order' }

/** The candle of an order burns: it is noted, and the donor's report goes out. Once per order. */
export async function lightCandle(
  services: LightingServices,
  trx: Queryable,
  lighting: Lighting,
): Promise<LightingOutcome> {
  const order = await lockOrderByCode(services.store.engine, trx, lighting.code)
  if (!order) return { kind: 'unknown-order' }
  if (order.fulfilment === 'lit') return { kind: 'already-lit', order }
  const lit = await noteLit(services, trx, order, lighting)
  return { kind: 'lit', order: lit, reportQueued: await queueReport(services, trx, lit, lighting) }
}

async function noteLit(
  { now }: LightingServices,
  trx: Queryable,
  order: Order,
  { by, photo }: Lighting,
): Promise<Order> {
  const litAt = now()
  await updateOrder(trx, order.id, { fulfilment: 'lit', litAt })
  const detail = `by ${by}, ${photo ? 'with' : 'without'} a photo`
  await addHistory(trx, { orderId: order.id, at: litAt, event: 'lit', detail })
  return { ...order, fulfilment: 'lit', litAt }
}

async function queueReport(
  { emailSettings, mailDomain, now }: LightingServices,
  trx: Queryable,
  order: Order,
  { photo }: Lighting,
): Promise<boolean> {
  const photoId = photo && (await insertPhoto(trx, { orderId: order.id, jpeg: photo, now: now() }))
  const report = candleLitEmails(emailSettings, order, photoId)
  await insertLetters(trx, report, now(), mailDomain)
  return report.length > 0
}
