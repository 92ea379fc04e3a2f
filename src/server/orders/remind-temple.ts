import { findEmail, insertEmails } from '../db/emails'
import { listSentDigests, lockOrdersOfNotice } from '../db/notices'
import { countPresses } from '../db/presses'
import { inTransaction } from '../db/store'
import { arrangeForReading, digestEmail } from '../emails/digest'
import type { Services } from '../services'
import { dayMs } from '../time-zone'

const unansweredMs = 2 * dayMs
/** After a longer pause the next digest names what waits. */
const forgottenMs = 7 * dayMs

/** Sends a digest once more, with what still waits, if nobody pressed anything on its page for two days. */
export async function remindTemple({
  store,
  emailSettings,
  now,
}: Pick<Services, 'store' | 'emailSettings' | 'now'>): Promise<void> {
  const at = now()
  const sent = { since: at - forgottenMs, until: at - unansweredMs }
  for (const code of await listSentDigests(store.db, sent))
    await inTransaction(store, async trx => {
      if (await findEmail(trx, code, 'temple-digest-again')) return
      if ((await countPresses(trx, code, 0)) > 0) return
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
