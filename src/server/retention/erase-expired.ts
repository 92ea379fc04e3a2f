import { emptyLog } from '../db/engines'
import {
  deleteTraces,
  deleteUnneededPhotos,
  eraseEmails,
  eraseTickets,
  listExpiredOrders,
} from '../db/erasure'
import { inTransaction, type Store } from '../db/store'
import { eraseOrders } from './erase-orders'
import { removeMailFiles, removeOldFiles } from './remove-mail-files'

export interface Retention {
  store: Store
  dataDir: string
  mailFolder: string
  retentionDays: number
  now(): number
}

const dayMs = 86_400_000
/** An order that was never marked as lit is given up after a year more. */
const neverLitMs = 365 * dayMs
/** A picture is kept for a while after it was sent, in case somebody asks. */
const sentPhotoMs = 7 * dayMs
const ordersAtOnce = 200

/** Erases people from what is finished for longer than the retention time. Resolves to how many. */
export async function eraseExpired(retention: Retention): Promise<number> {
  const before = retention.now() - retention.retentionDays * dayMs
  let erased = 0
  for (;;) {
    const count = await eraseSome(retention, before)
    erased += count
    if (count < ordersAtOnce) break
  }
  await eraseTraces(retention, before)
  await deleteUnneededPhotos(retention.store.db, retention.now() - sentPhotoMs)
  await emptyLog(retention.store.engine, retention.store.db)
  await removeOldFiles(retention.mailFolder, before)
  await removeOldFiles(retention.dataDir, before)
  return erased
}

async function eraseSome({ store, mailFolder, now }: Retention, before: number): Promise<number> {
  const { orders, emails } = await inTransaction(store, async trx => {
    const expired = await listExpiredOrders(trx, {
      litBefore: before,
      orderedBefore: before - neverLitMs,
      limit: ordersAtOnce,
    })
    return { orders: expired, emails: await eraseOrders(trx, expired, now()) }
  })
  await removeMailFiles(mailFolder, emails)
  return orders.length
}

async function eraseTraces({ store }: Retention, before: number): Promise<void> {
  await inTransaction(store, async trx => {
    const subjects = [
      ...(await eraseTickets(trx, { closedBefore: before })),
      ...(await deleteTraces(trx, before)),
    ]
    if (subjects.length > 0) await eraseEmails(trx, subjects)
  })
}
