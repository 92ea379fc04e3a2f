import { deleteUnneededPhotos, eraseEmails } from '../db/email-erasure'
import { emptyLog } from '../db/engines'
import { deleteTraces, eraseTickets, listExpiredOrders } from '../db/erasure'
import { inTransaction } from '../db/store'
import type { Services } from '../services'
import { eraseOrders } from './forget-person'
import { removeMailFiles, removeOldFiles } from './remove-mail-files'

const dayMs = 86_400_000
/** An order that was never marked as lit is given up after a year more. */
const neverLitMs = 365 * dayMs
/** A picture is kept for a while after it was sent, in case somebody asks. */
const sentPhotoMs = 7 * dayMs
const ordersAtOnce = 200

/** Erases people from what is finished for longer than the retention time. Resolves to how many. */
export async function eraseExpired(
  { store, dataDir, now }: Pick<Services, 'store' | 'dataDir' | 'now'>,
  { retentionDays, mailFolder }: { retentionDays: number; mailFolder: string },
): Promise<number> {
  const before = now() - retentionDays * dayMs
  let erased = 0
  for (;;) {
    const { orders, emails } = await inTransaction(store, async trx => {
      const expired = await listExpiredOrders(trx, {
        litBefore: before,
        orderedBefore: before - neverLitMs,
        limit: ordersAtOnce,
      })
      return { orders: expired, emails: await eraseOrders(trx, expired, now()) }
    })
    await removeMailFiles(mailFolder, emails)
    erased += orders.length
    if (orders.length < ordersAtOnce) break
  }
  await inTransaction(store, async trx => {
    const subjects = [
      ...(await eraseTickets(trx, { closedBefore: before })),
      ...(await deleteTraces(trx, before)),
    ]
    if (subjects.length > 0) await eraseEmails(trx, subjects)
  })
  await deleteUnneededPhotos(store.db, now() - sentPhotoMs)
  await emptyLog(store.engine, store.db)
  await removeOldFiles(mailFolder, before)
  await removeOldFiles(dataDir, before)
  return erased
}
