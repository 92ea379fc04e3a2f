import { findEmail, insertEmails } from '../../../src/server/db/emails'
import { openStore } from '../../../src/server/db/open-store'
import { insertOrder } from '../../../src/server/db/orders'
import type { EmailKind, Order } from '../../../src/server/db/schema'
import type { Engine } from '../../../src/server/db/store'
import { thanksEmails } from '../../../src/server/emails/order-emails'
import { createOutbox } from '../../../src/server/emails/outbox'
import { readMailbox } from '../../../src/server/inbox/read-mailbox'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { makeStorePlace } from '../../setup/test-store'
import { buildStoredOrder } from '../build-order'
import { buildMailConfig, quietLog } from './mail-config'

export type Temple = Awaited<ReturnType<typeof openTemple>>

interface Options {
  from?: string
  /** DIGEST_AFTER. */
  after?: number
}

/** A service with one temple and its mailbox. */
export async function openTemple(
  engine: Engine,
  imapUrl: string,
  { after, ...fields }: Options = {},
) {
  const place = await makeStorePlace(engine, true)
  const store = await openStore(place)
  const clock = { now: Date.now() }
  const now = () => clock.now
  const usual = buildMailConfig({
    imapUrl,
    folder: place.dataDir,
    templeEmail: 'Temple <temple@example.org>, deacon@example.org',
    templeLanguage: 'en',
    ...fields,
  })
  const mail = { ...usual, digest: { ...usual.digest, after: after ?? usual.digest.after } }
  const publicUrl = new URL('https://candles.example.org')
  const replyKey = 'key of the temple'
  const emailSettings = { ...mail, publicUrl, temple: null, replyKey }
  const services = { store, emailSettings, now, log: quietLog }
  const outbox = createOutbox({ store, mail, log: quietLog, now })
  /** Stores an order that waits for its notice, and its thanks. */
  const putOrder = async (remarkable: Partial<Order> = {}) => {
    const order = buildStoredOrder({ noticeDueAt: clock.now, ...remarkable })
    await insertOrder(store.db, order)
    await insertEmails(store.db, thanksEmails(emailSettings, order), clock.now)
  }
  return {
    store,
    outbox,
    imapUrl,
    clock,
    putOrder,
    /** Stores an order and notifies the temple; resolves to the notice. */
    async takeOrder() {
      await putOrder()
      await notifyTemple(services)
      const notice = await findEmail(store.db, 'order-1', 'temple-notice')
      if (!notice) throw new Error('There is no notice to the temple.')
      return notice
    },
    notifyTemple: () => notifyTemple(services),
    readMailbox: (url = imapUrl) => readMailbox(services, url, replyKey),
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
    async close() {
      await outbox.stop()
      await store.close()
      await place.remove()
    },
  }
}
