import { findEmail } from '../../../src/server/db/emails'
import { openStore } from '../../../src/server/db/open-store'
import { insertOrder } from '../../../src/server/db/orders'
import type { EmailKind, Order, StoredEmail } from '../../../src/server/db/schema'
import type { Engine, Store } from '../../../src/server/db/store'
import { createOutbox, type Outbox } from '../../../src/server/emails/outbox'
import { type ReplyCounts, readMailbox } from '../../../src/server/inbox/read-mailbox'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { makeStorePlace } from '../../setup/test-store'
import { buildStoredOrder } from '../build-order'
import { buildMailConfig, quietLog } from './mail-config'

export interface Temple {
  store: Store
  outbox: Outbox
  imapUrl: string
  clock: { now: number }
  /** Stores an order and notifies the temple; resolves to the notice. */
  takeOrder(): Promise<StoredEmail>
  /** Stores an order that waits for its notice. */
  putOrder(remarkable?: Partial<Order>): Promise<void>
  notifyTemple(): Promise<void>
  readMailbox(url?: string): Promise<ReplyCounts>
  /** The texts of all emails of a kind, the oldest first. */
  listTexts(kind: EmailKind): Promise<string[]>
  close(): Promise<void>
}

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
): Promise<Temple> {
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
  const emailSettings = { ...mail, publicUrl, replyKey }
  const services = { store, emailSettings, now, log: quietLog }
  const outbox = createOutbox({ store, mail, log: quietLog, now })
  const putOrder = async (remarkable: Partial<Order> = {}) => {
    await insertOrder(store.db, buildStoredOrder({ noticeDueAt: clock.now, ...remarkable }))
  }
  return {
    store,
    outbox,
    imapUrl,
    clock,
    putOrder,
    async takeOrder() {
      await putOrder()
      await notifyTemple(services)
      const notice = await findEmail(store.db, 'order-1', 'temple-notice')
      if (!notice) throw new Error('There is no notice to the temple.')
      return notice
    },
    notifyTemple: () => notifyTemple(services),
    readMailbox: (url = imapUrl) => readMailbox(services, url, replyKey),
    async listTexts(kind) {
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
