import { findLetter, insertLetters } from '../../src/server/db/letters'
import { findOrderByCode, insertOrder } from '../../src/server/db/orders'
import type { Order } from '../../src/server/db/schema'
import type { Engine, Store } from '../../src/server/db/store'
import { openStore } from '../../src/server/db/store'
import { createLetterWriter } from '../../src/server/emails/create-letter-writer'
import type { Letter, LetterKind } from '../../src/server/emails/letter'
import { readMailboxRules } from '../../src/server/inbox/mailbox-rules'
import { type AnswerCounts, readMailbox } from '../../src/server/inbox/read-mailbox'
import { makeStorePlace } from '../set-up/test-store'
import { buildOrder } from './build-order'
import { quietLog } from './quiet-log'

export interface Parish {
  store: Store
  imapUrl: string
  clock: { now: number }
  /** Stores an order and its letters; resolves to the notice the temple gets. */
  takeOrder(remarkable?: Partial<Order>): Promise<Letter>
  readMailbox(): Promise<AnswerCounts>
  findOrder(code: string): Promise<Order>
  findLetter(subjectId: string, kind: LetterKind): Promise<Letter | null>
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
  const letters = await createLetterWriter({ ...mail, publicUrl, replyKey })
  const services = { store, letters, mailDomain: 'example.org', now: () => clock.now }
  const rules = readMailboxRules(mail, replyKey)
  return {
    store,
    imapUrl,
    clock,
    async takeOrder(remarkable = {}) {
      const order = buildOrder(remarkable)
      const placed = letters.orderPlaced(order)
      await insertOrder(store.db, order)
      await insertLetters(store.db, placed, clock.now, 'example.org')
      const notice = placed.find(letter => letter.kind === 'temple-notice')
      if (!notice) throw new Error('There is no notice to the temple.')
      return notice
    },
    readMailbox: () => readMailbox({ imapUrl, rules, services, log: quietLog }),
    async findOrder(code) {
      const order = await findOrderByCode(store.db, code)
      if (!order) throw new Error(`There is no order ${code}.`)
      return order
    },
    findLetter: (subjectId, kind) => findLetter(store.db, subjectId, kind),
    async close() {
      await store.close()
      await place.remove()
    },
  }
}
