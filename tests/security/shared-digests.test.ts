import { describe, expect, test } from 'vitest'
import { renewLinkKey } from '../../src/server/db/link-key'
import { insertOrder } from '../../src/server/db/orders'
import type { Order } from '../../src/server/db/schema'
import { countRows, inTransaction } from '../../src/server/db/store'
import { remindTemple } from '../../src/server/orders/remind-temple'
import { hourMs, minuteMs } from '../../src/shared/durations'
import { buildStoredOrder, paid } from '../integration/build-order'
import { openTemple } from '../integration/emails/open-temple'
import { type Behaviour, spam, startSmtpServer } from '../integration/emails/start-smtp-server'

/** Each character takes the most bytes in a mail. */
const longest = '@\u{1f56f}'.repeat(333)

/** The codes of the orders that the emails name. */
const codesIn = (texts: string[]) =>
  texts.flatMap(text => text.match(/(?<!at=|subject=)CAND-\d{4}/g) ?? [])

describe('a stranger’s orders in the temple’s digests', () => {
  /** A temple whose single notices are used up, and the mail server in front of it. */
  async function openBusyTemple(behaviour: Behaviour, singleNotices = 0) {
    const smtp = await startSmtpServer()
    const temple = await openTemple('sqlite', {
      smtpUrl: smtp.url,
      templeEmail: 'temple@example.org',
      digest: { after: singleNotices, times: ['07:00'], timeZone: 'Europe/Kyiv' },
    })
    temple.clock.now = Date.UTC(2026, 10, 20, 10)
    smtp.behaviour = singleNotices > 0 ? 'accept' : behaviour
    let count = 0
    const put = (number: number, remarkable: Partial<Order> = {}) =>
      inTransaction(temple.store, async trx => {
        for (let i = 0; i < number; i += 1) {
          count += 1
          await insertOrder(trx, {
            ...buildStoredOrder({ noticeDueAt: temple.clock.now, addressHash: `hash-${count}` }),
            id: `order-${count}`,
            code: `CAND-${String(count).padStart(4, '0')}`,
            idempotencyKey: `key-${count}`,
            ...remarkable,
          })
        }
      })
    return {
      smtp,
      put,
      /** The next morning, and `tries` tries of the outbox. */
      async sendDigests(tries = 1) {
        temple.clock.now += 24 * hourMs
        for (let i = 0; i < tries; i += 1) {
          await temple.notifyTemple()
          await temple.outbox.runOnce()
          temple.clock.now += hourMs
        }
        await smtp.close()
        return smtp.received.map(({ text }) => text ?? '')
      },
      /** Resolves to how many; from now on the mail server behaves as it was told to. */
      async sendAlone() {
        await temple.notifyTemple()
        await temple.outbox.runOnce()
        smtp.behaviour = behaviour
        return smtp.received.length
      },
      /** Three days later: reminders of single notices, and `tries` tries of the outbox. */
      async sendReminders(tries = 1) {
        const sent = smtp.received.length
        temple.clock.now += 72 * hourMs
        await remindTemple(temple.services)
        for (let i = 0; i < tries; i += 1) {
          await temple.notifyTemple()
          await temple.outbox.runOnce()
          temple.clock.now += minuteMs
        }
        await smtp.close()
        return smtp.received.slice(sent).map(({ text }) => text ?? '')
      },
      /** The names of the orders that an email told of without naming them. */
      async listUnnamed() {
        const { db } = temple.store
        const listed = db
          .selectFrom('emails')
          .select('subjectId')
          .where('kind', '!=', 'temple-burst')
        const orders = await db
          .selectFrom('orders')
          .select(['noticeId', 'name'])
          .where('noticeId', 'not in', listed)
          .execute()
        return orders.map(({ name }) => name)
      },
      /** Resolves to how many orders are due again. */
      renewLinks: () => inTransaction(temple.store, trx => renewLinkKey(trx, temple.clock.now)),
      /** Orders that no email or page lists. */
      countUntold: () =>
        countRows(temple.store.db.selectFrom('orders').where('noticeDueAt', 'is not', null)),
      countWaiting: async () =>
        (
          await temple.store.db
            .selectFrom('emails')
            .select('id')
            .where('state', '!=', 'sent')
            .execute()
        ).length,
    }
  }

  test('the longest orders fill digests of half a megabyte, and keep no honest one back', async ({
    annotate,
  }) => {
    const { smtp, put, sendDigests, countWaiting } = await openBusyTemple('accept')
    await put(100, { name: longest, purpose: longest })
    await put(1, { name: 'Марія', purpose: 'За здоров’я' })
    await put(3, { ...paid, name: 'Ольга' })
    await put(100, { name: longest, purpose: longest })
    const texts = await sendDigests()
    const largest = Math.max(...smtp.sizes)
    await annotate(`${smtp.sizes.length} mails, the largest ${Math.round(largest / 1000)} kB`)
    expect(largest).toBeLessThan(520_000)
    expect(await countWaiting()).toBe(0)
    const codes = codesIn(texts)
    expect(new Set(codes).size).toBe(204)
    expect(codes).toHaveLength(204)
    const withPaid = texts.filter(text => text.includes('Ольга'))
    expect(withPaid).toHaveLength(1)
    expect(withPaid[0]).not.toMatch(/Марія|@/)
  })

  test('thousands from one network are one email, which names nobody', async () => {
    const { smtp, put, sendDigests, listUnnamed, renewLinks } = await openBusyTemple('accept')
    const addressHash = '0123456789'
    await put(250, { addressHash, name: 'Junk' })
    await put(1, { addressHash, name: 'Марія' })
    await put(169, { addressHash, name: 'Junk' })
    await put(1, { addressHash, name: 'Ольга' })
    await put(1, { name: 'Неля' })
    const texts = await sendDigests()
    expect(texts).toHaveLength(2)
    const [burst = ''] = texts.filter(text => !text.includes('Неля'))
    expect(burst).not.toMatch(/Junk|Марія/)
    expect(Math.max(...smtp.sizes)).toBeLessThan(40_000)
    const names = await listUnnamed()
    expect(names).toHaveLength(421)
    expect(names.filter(name => name !== 'Junk')).toHaveLength(2)
    // Links that were ended come anew.
    expect(await renewLinks()).toBe(422)
  })

  test('from a thousand networks they are twenty emails, and one that names the pages of the rest', async () => {
    const { smtp, put, sendDigests, listUnnamed, countUntold } = await openBusyTemple('accept')
    for (let network = 0; network < 1_100; network += 1)
      await put(21, { addressHash: String(1e9 + network), name: `Junk ${network}` })
    await put(1, { name: 'Неля' })
    const texts = await sendDigests()
    expect(texts).toHaveLength(21)
    expect(texts.filter(text => text.includes('Неля'))).toHaveLength(1)
    expect(await countUntold()).toBe(0)
    expect(await listUnnamed()).toHaveLength(1_081 * 21)
    expect(smtp.sizes.every(size => size < 520_000)).toBe(true)
  })

  test('a long list of names is cut in the email, and whole on the sheet to print', async () => {
    const { smtp, put, sendDigests } = await openBusyTemple('accept')
    const names = Array.from({ length: 90 }, (_, i) => `Ім’я${i}`).join('\n')
    await put(2, { name: names })
    const [text = ''] = await sendDigests()
    const sheet = smtp.received[0]?.attachments[0]?.content
    expect(text).toContain('Ім’я10')
    expect(text).toContain('…')
    expect(text).not.toContain('Ім’я80')
    expect(sheet instanceof ArrayBuffer && Buffer.from(sheet).toString()).toContain('Ім’я89')
  })

  test('a digest that is refused for its size is taken apart', async () => {
    const { smtp, put, sendDigests, countWaiting } = await openBusyTemple('refuse large')
    smtp.maxBytes = 60_000
    await put(100)
    const texts = await sendDigests(5)
    const codes = codesIn(texts)
    expect(codes.sort()).toEqual([...new Set(codes)])
    expect(codes).toHaveLength(100)
    expect(await countWaiting()).toBe(0)
    expect(smtp.handedOver).toBeLessThan(16)
  })

  test('one order that a spam filter refuses keeps only itself back', async () => {
    const { put, sendDigests, countWaiting } = await openBusyTemple('refuse spam')
    await put(10)
    await put(1, { name: spam })
    await put(10)
    await put(2, paid)
    const texts = await sendDigests(8)
    const codes = codesIn(texts)
    expect(new Set(codes).size).toBe(22)
    expect(codes).toHaveLength(22)
    expect(await countWaiting()).toBe(1)
  })

  test('reminders of single notices are as small, with paid orders apart', async () => {
    const { smtp, put, sendAlone, sendReminders } = await openBusyTemple('accept', 100)
    await put(60, { name: longest, purpose: longest })
    await put(3, { ...paid, name: 'Ольга' })
    await sendAlone()
    const texts = await sendReminders()
    expect(Math.max(...smtp.sizes)).toBeLessThan(520_000)
    const codes = codesIn(texts)
    expect(new Set(codes).size).toBe(63)
    expect(codes).toHaveLength(63)
    const withPaid = texts.filter(text => text.includes('Ольга'))
    expect(withPaid).toHaveLength(1)
    expect(withPaid[0]).not.toMatch(/@/)
  })

  test('a reminder that a spam filter refuses is taken apart', async () => {
    const { put, sendAlone, sendReminders, countWaiting } = await openBusyTemple('refuse spam', 100)
    await put(10)
    await put(1, { name: spam })
    await put(2, paid)
    await sendAlone()
    const texts = await sendReminders(8)
    const codes = codesIn(texts)
    expect(new Set(codes).size).toBe(12)
    expect(codes).toHaveLength(12)
    expect(await countWaiting()).toBe(1)
  })

  test.each([
    ['a free', {}, paid],
    ['a paid', paid, {}],
  ])(
    '%s order that stood alone before its link was ended stands alone again',
    async (_, kind, others) => {
      const temple = await openBusyTemple('refuse spam', 2)
      await temple.put(1, kind)
      await temple.put(1, { ...kind, name: spam })
      await temple.put(2, others)
      const sent = await temple.sendAlone()
      expect(sent).toBe(4)
      expect(await temple.renewLinks()).toBe(4)
      const texts = (await temple.sendDigests(5)).slice(sent)
      expect(codesIn(texts).sort()).toEqual(['CAND-0001', 'CAND-0003', 'CAND-0004'])
      expect(await temple.countWaiting()).toBe(1)
    },
  )
})
