import type { MailConfig } from '../../../src/server/config/read-config'
import { findEmail, insertEmails } from '../../../src/server/db/emails'
import type { EmailKind, Order } from '../../../src/server/db/schema'
import { type Engine, inTransaction } from '../../../src/server/db/store'
import { thanksEmails } from '../../../src/server/emails/donor-emails'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { putOrder } from '../put-order'
import { buildEmailSettings } from './mail-config'
import { openOutbox } from './open-outbox'

export type Temple = Awaited<ReturnType<typeof openTemple>>

/** A service with one temple. */
export async function openTemple(engine: Engine, fields: Partial<MailConfig> = {}) {
  const { store, outbox, clock, mail, followClock } = await openOutbox(engine, {
    templeEmail: 'Temple <temple@example.org>, deacon@example.org',
    templeLanguage: 'en',
    ...fields,
  })
  clock.now = Date.now()
  const now = () => clock.now
  const emailSettings = buildEmailSettings(mail)
  const services = { store, emailSettings, now }
  /** Stores an order that waits for its notice, and its thanks. */
  const putThankedOrder = (columns: Partial<Order> = {}) =>
    inTransaction(store, async trx => {
      const order = await putOrder(trx, { noticeDueAt: clock.now, ...columns })
      await insertEmails(trx, thanksEmails(emailSettings, order), clock.now)
    })
  const notify = async () => {
    await followClock()
    await notifyTemple(services)
  }
  let count = 0
  return {
    /** Stores so many orders that wait for their notice, each of another donor and network. */
    putOrders: (number: number, columns: Partial<Order> = {}) =>
      inTransaction(store, async trx => {
        for (let i = 0; i < number; i += 1) {
          count += 1
          await putOrder(trx, {
            id: `order-${count}`,
            code: `CAND-${String(count).padStart(4, '0')}`,
            email: `donor-${count}@example.org`,
            addressHash: `hash-${count}`,
            noticeDueAt: clock.now,
            createdAt: clock.now,
            ...columns,
          })
        }
      }),
    store,
    outbox,
    clock,
    putOrder: putThankedOrder,
    /** Stores an order and notifies the temple; resolves to the notice. */
    async takeOrder() {
      await putThankedOrder()
      await notify()
      const notice = await findEmail(store.db, 'order-1', 'temple-notice')
      if (!notice) throw new Error('There is no notice to the temple.')
      return notice
    },
    notifyTemple: notify,
    services,
    /** The texts of all emails of a kind, the oldest first. */
    async listTexts(kind: EmailKind) {
      const rows = await store.db
        .selectFrom('emails')
        .select('textBody')
        .where('kind', '=', kind)
        .orderBy('createdAt')
        .execute()
      return rows.map(row => row.textBody)
    },
  }
}
