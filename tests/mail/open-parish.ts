import { findLetter, insertLetters } from '../../src/server/db/letters'
import { findOrderByCode, insertOrder } from '../../src/server/db/orders'
import type { Order } from '../../src/server/db/schema'
import type { Engine, Store } from '../../src/server/db/store'
import { openStore } from '../../src/server/db/store'
import type { Email, EmailKind } from '../../src/server/emails/email'
import { orderEmails } from '../../src/server/emails/write-emails'
import { readMailboxRules } from '../../src/server/inbox/mailbox-rules'
import { type AnswerCounts, readMailbox } from '../../src/server/inbox/read-mailbox'
import { makeStorePlace } from '../set-up/test-store'
import { buildOrder } from './build-order'
import { quietLog } from './quiet-log'

export interface Parish {
  store: Store
  imapUrl: string
  clock: { now: number }
  /** Stores an order and its emails; resolves to the notice the temple gets. */
  takeOrder(remarkable?: Partial<Order>): Promise<Email>
  readMailbox(): Promise<AnswerCounts>
  findOrder(code: string): Promise<Order>
  findEmail(subjectId: string, kind: EmailKind): Promise<Email | null>
  close(): Promise<void>
}

/** A service with one temple and its mailbox. `from` is where answers come back to. */
export async function openParish(
  engine: Engine,
  imapUrl: string,
  from = 'Svichka <svichka@example.org>',
): Promise<Parish> {
  const place = await makeStorePlace(engine)
  const store = await openStore(place)
  const clock = { now: Date.now() }
  const mail = {
    smtpUrl: null,
    imapUrl,
    folder: place.dataDir,
    from,
    templeEmail: 'Temple <temple@example.org>, deacon@example.org',
    templeLanguage: 'en' as const,
  }
  const publicUrl = new URL('https://candles.example.org')
  const replyKey = 'key of the parish'
  const emailSettings = { ...mail, publicUrl, replyKey }
  const services = { store, emailSettings, mailDomain: 'example.org', now: () => clock.now }
  const rules = readMailboxRules(mail, replyKey)
  return {
    store,
    imapUrl,
    clock,
    async takeOrder(remarkable = {}) {
      const order = buildOrder(remarkable)
      const placed = orderEmails(emailSettings, order)
      await insertOrder(store.db, order)
      await insertLetters(store.db, placed, clock.now, 'example.org')
      const notice = placed.find(email => email.kind === 'temple-notice')
      if (!notice) throw new Error('There is no notice to the temple.')
      return notice
    },
    readMailbox: () => readMailbox({ imapUrl, rules, services, log: quietLog }),
    async findOrder(code) {
      const order = await findOrderByCode(store.db, code)
      if (!order) throw new Error(`There is no order ${code}.`)
      return order
    },
    findEmail: (subjectId, kind) => findLetter(store.db, subjectId, kind),
    async close() {
      await store.close()
      await place.remove()
    },
  }
}
