import { describe, expect, test } from 'vitest'
import { renewLinkKey } from '../../src/server/db/link-key'
import { insertOrder } from '../../src/server/db/orders'
import type { Order } from '../../src/server/db/schema'
import { inTransaction } from '../../src/server/db/store'
import { listNotice } from '../../src/server/orders/notice'
import { buildStoredOrder, paid } from '../integration/build-order'
import { openTemple } from '../integration/emails/open-temple'
import { type Behaviour, spam, startSmtpServer } from '../integration/emails/start-smtp-server'

const hour = 3_600_000
/** Each character takes the most bytes in a mail. */
const longest = '@\u{1f56f}'.repeat(333)

describe('a stranger’s orders in the temple’s digests', () => {
  /** A temple whose single notices are used up, and the mail server in front of it. */
  async function openBusyTemple(behaviour: Behaviour) {
    const smtp = await startSmtpServer()
    const temple = await openTemple('sqlite', {
      smtpUrl: smtp.url,
      templeEmail: 'temple@example.org',
      digest: { after: 0, times: ['07:00'], timeZone: 'Europe/Kyiv' },
    })
    temple.clock.now = Date.UTC(2026, 10, 20, 10)
    smtp.behaviour = behaviour
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
        temple.clock.now += 24 * hour
        for (let i = 0; i < tries; i += 1) {
          await temple.notifyTemple()
          await temple.outbox.runOnce()
          temple.clock.now += hour
        }
        await smtp.close()
        return smtp.received.map(({ text }) => text ?? '')
      },
      /** The names on the page of a list. */
      async listPage(plain: string) {
        const code = `${plain.slice(0, 4)}-${plain.slice(4)}`.toUpperCase()
        const orders = await listNotice(temple.store.db, { kind: 'digest', code })
        return orders.map(({ name }) => name)
      },
      /** Resolves to how many orders are due again. */
      renewLinks: () => inTransaction(temple.store, trx => renewLinkKey(trx, temple.clock.now)),
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
    const codes = texts.flatMap(text => text.match(/CAND-\d{4}/g) ?? [])
    expect(new Set(codes).size).toBe(204)
    expect(codes).toHaveLength(204)
    const withPaid = texts.filter(text => text.includes('Ольга'))
    expect(withPaid).toHaveLength(1)
    expect(withPaid[0]).not.toMatch(/Марія|@/)
  })

  test('thousands from one network are one email, which names their pages: repeated words last', async () => {
    const { smtp, put, sendDigests, listPage, renewLinks } = await openBusyTemple('accept')
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
    const pages = burst.match(/(?<=temple\/list)[a-z0-9]{8}/g) ?? []
    expect(pages).toHaveLength(3)
    const names = await Promise.all(pages.map(listPage))
    expect(names.map(each => each.length)).toEqual([200, 200, 21])
    expect(names[0]?.filter(name => name !== 'Junk')).toEqual(['Марія', 'Ольга'])
    // Links that were ended come anew.
    expect(await renewLinks()).toBe(422)
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
    const codes = texts.flatMap(text => text.match(/CAND-\d{4}/g) ?? [])
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
    const codes = texts.flatMap(text => text.match(/CAND-\d{4}/g) ?? [])
    expect(new Set(codes).size).toBe(22)
    expect(codes).toHaveLength(22)
    expect(await countWaiting()).toBe(1)
  })
})
