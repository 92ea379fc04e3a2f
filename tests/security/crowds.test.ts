import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../src/server/db/schema'
import { createCrowdMarker } from '../../src/server/orders/mark-crowds'
import { hourMs } from '../../src/shared/durations'
import { buildStoredOrder, paid } from '../integration/build-order'
import { linkIn, openTemplePage, type TestPage } from '../integration/temple/open-page'
import { behindProxy } from '../setup/start-proxy'
import { engines } from '../setup/test-store'
import { orderFrom } from './visitor'

/** Each character takes the most bytes in a mail. */
const longest = '@\u{1f56f}'.repeat(333)

/** One time of a summary in any seven hours. */
const rules = { DIGEST_AFTER: '2', DIGEST_TIMES: '01:00,07:00,13:00,19:00' }

/** Orders that came at once, with codes `NAME-0` and so on; each from a network of its own unless given. */
async function fill(page: TestPage, name: string, count: number, columns: Partial<Order> = {}) {
  const { store, now } = page.services
  const rows = Array.from({ length: count }, (_, i) => {
    const key = `${name}-${i}`
    const own = { id: key, code: key, idempotencyKey: key, addressHash: `${key}-network` }
    return { ...buildStoredOrder({ ...own, createdAt: now(), noticeDueAt: now(), ...columns }) }
  })
  for (let from = 0; from < count; from += 500)
    await store.db
      .insertInto('orders')
      .values(rows.slice(from, from + 500))
      .execute()
}

/** What the temple is written by the next time of a summary: its emails about single orders, then one summary. */
async function summarise(page: TestPage) {
  const single = await page.readMail()
  page.advance(7 * hourMs)
  const [mail, ...others] = (await page.readMail()).slice(single.length)
  expect(others).toEqual([])
  expect(Buffer.byteLength(`${mail?.html}${mail?.text}`)).toBeLessThan(6_000)
  expect((await page.orders()).filter(({ noticeDueAt }) => noticeDueAt !== null)).toEqual([])
  return { single: single.length, subject: mail?.subject, link: linkIn(mail, page.url) }
}

/** What kinds of orders follow each other on the list. */
function kinds(parts: string[][]): string[] {
  const all = parts.flat().map(code => code.split('-')[0] ?? '')
  return all.filter((kind, place) => kind !== all[place - 1])
}

describe.each(engines)('what one network sends by the hundred, store on %s', engine => {
  it('stands last once it is more than eighty in a day, and donations of it do not', async () => {
    const page = await openTemplePage({ engine, env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
    const markCrowds = createCrowdMarker(page.services)
    const { db } = page.services.store
    const order = async (address: string, name: string) => {
      const { status } = await orderFrom(page, address, randomUUID(), { name })
      expect(status).toBe(200)
    }
    const isCrowd = (text: string) => text.includes('Many from one network')
    // One site of IPv6 has thousands of addresses.
    for (let i = 0; i < 80; i += 1) await order(`2001:db8:7:${i}::1`, 'Crowd')
    await order('203.0.113.9', 'Неля')
    await markCrowds()
    const link = linkIn((await page.readMail()).at(-1), page.url)
    expect(isCrowd((await page.open(link)).text)).toBe(false)
    await order('2001:db8:7:fffe::1', 'Crowd')
    await order('2001:db8:7:ffff::1', 'Crowd')
    const [first] = await page.orders()
    await db
      .updateTable('orders')
      .set(paid)
      .where('id', '=', first?.id ?? '')
      .execute()
    await markCrowds()
    const { text } = await page.open(link)
    expect(isCrowd(text)).toBe(true)
    const names = [...text.matchAll(/class="name"[^>]*>([^<]*)</g)].map(([, name]) => name)
    expect(names.slice(0, 3)).toEqual(['Crowd', 'Неля', 'Crowd'])
    expect(names).toHaveLength(83)
  })

  it('hides none of 450 honest orders: one small email, donations first, the crowds last', async ({
    annotate,
  }) => {
    const page = await openTemplePage({ engine, env: rules })
    for (let network = 0; network < 3; network += 1)
      await fill(page, `CROWD-${network}`, 100, { addressHash: String(1e9 + network) })
    await fill(page, 'HONEST', 450, { name: longest, purpose: longest })
    await fill(page, 'PAID', 2, paid)
    const startedAt = performance.now()
    await createCrowdMarker(page.services)()
    const { single, subject, link } = await summarise(page)
    const parts = await page.readList(link)
    await annotate(`${Math.round(performance.now() - startedAt)} ms with all emails and parts`)
    // The two donations, and two without one.
    expect(single).toBe(4)
    expect(subject).toContain('752\u00a0candles wait, 2 with a donation')
    expect(parts.map(({ length }) => length)).toEqual([200, 200, 200, 152])
    expect(new Set(parts.flat()).size).toBe(752)
    expect(kinds(parts)).toEqual(['PAID', 'HONEST', 'CROWD'])
  })
})
