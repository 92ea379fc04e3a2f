import { dayMs } from '../../shared/durations'
import { findEmail, insertEmails } from '../db/emails'
import { deleteNotices, listSentDigests, lockOrdersOfNotice, lockWaitingAlone } from '../db/notices'
import { inTransaction } from '../db/store'
import { arrangeForReading, digestEmail } from '../emails/digest'
import type { TempleServices } from '../services'
import { hasDigestTime, maxPerDigest, writeDigest } from './notify-temple'

const unansweredMs = 2 * dayMs
/** After a longer pause the next digest names what waits. */
const forgottenMs = 7 * dayMs

/** Sends once more what still waits of notices on whose page nobody pressed anything for two days. */
export async function remindTemple(services: TempleServices): Promise<void> {
  await remindOfDigests(services)
  // Apart, as in digests: whatever holds up a mail with strangers' words holds up no paid order.
  await remindOfSingleOrders(services, true)
  await remindOfSingleOrders(services, false)
}

async function remindOfDigests({ store, emailSettings, now }: TempleServices): Promise<void> {
  const at = now()
  for (const code of await listSentDigests(store.db, findPeriod(at)))
    await inTransaction(store, async trx => {
      if (await findEmail(trx, code, 'temple-digest-again')) return
      const orders = await lockOrdersOfNotice(trx, code)
      const waiting = orders.filter(
        order => order.fulfilment === 'waiting' && order.noticeDueAt === null,
      )
      if (waiting.length === 0) return
      const sections = arrangeForReading(waiting, { keepsNumbers: true })
      await insertEmails(
        trx,
        [digestEmail(emailSettings, { code, sections, at, isReminder: true })],
        at,
      )
    })
}

/** In lists, at a time of the digests. One is their notice from now on; the old links still work. */
async function remindOfSingleOrders(services: TempleServices, paid: boolean): Promise<void> {
  const { store, emailSettings, now } = services
  const at = now()
  await inTransaction(store, async trx => {
    const alone = await lockWaitingAlone(trx, { paid, ...findPeriod(at) }, maxPerDigest)
    let orders = alone
    const [first] = orders
    if (!first || !hasDigestTime(first.notifiedAt + unansweredMs, at, emailSettings.digest)) return
    await deleteNotices(
      trx,
      orders.map(({ id }) => id),
    )
    while (orders.length > 0) {
      const listed = await writeDigest(services, trx, orders, { isReminder: true })
      orders = orders.slice(listed)
    }
  })
}

const findPeriod = (at: number) => ({ since: at - forgottenMs, until: at - unansweredMs })
