import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dayMs } from '../../src/shared/durations'
import { apiForEach } from '../integration/api-fixture'
import { listOrders } from '../integration/read-store'
import { engines } from '../setup/test-store'
import { behindProxy, orderFrom } from './visitor'

describe.each(engines)('the form as a way to mail others, on %s', engine => {
  const api = apiForEach({ engine, env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
  let visitors = 0

  /** From an address of one's own, or a given one. */
  const place = (email: string, key: string = randomUUID(), from = `203.0.113.${visitors++}`) =>
    orderFrom(api, from, key, { email, name: 'http://evil.example.com' })
  const countTo = async (recipient: RegExp) => {
    const rows = await api.services.store.db.selectFrom('emails').select('recipient').execute()
    return rows.filter(row => recipient.test(row.recipient)).length
  }

  test('three emails a day reach one mailbox, however its address is spelled', async ({
    annotate,
  }) => {
    const local = ['victim', 'VICTIM', 'vic.tim', 'victim+1', 'v.i.c.t.i.m+a.b', 'victim=1']
    const domains = ['gmail.com', 'googlemail.com', 'gmail。com', 'GMAIL.com']
    const spellings = [
      ...domains.flatMap(domain => local.map(name => `${name}@${domain}`)),
      // What mail servers deliver to it as well.
      ...['victim@gmail.com(1)', '(1)victim@gmail.com', 'victim@gmail.com,', 'victim@gmail.com;'],
      ...['"victim"@gmail.com', '<victim@gmail.com>', 'victim@[gmail.com]', 'victim@gmail.com.'],
      ...['gmail.com!victim@gmail.com', 'victim%gmail.com@gmail.com', '@a:victim@gmail.com'],
    ]
    for (const spelling of spellings) await place(spelling)
    await annotate(`${await countTo(/gm|goo/i)} emails of ${spellings.length} orders`)
    expect(await countTo(/gm|goo/i)).toBe(3)
  })

  test.each([
    ['one provider’s domains', ['a@proton.me', 'a@pm.me', 'a@protonmail.com', 'a@proton.me'], 3],
    ['a domain of one’s own', Array.from({ length: 15 }, (_, i) => `${i}@victim.example.org`), 10],
    ['a domain in com.ua', Array.from({ length: 15 }, (_, i) => `${i}@victim.com.ua`), 10],
    ['many of them', Array.from({ length: 15 }, (_, i) => `a@victim${i}.com.ua`), 15],
  ])('%s get as many as one mailbox or a household may', async (_, addresses, emails) => {
    for (const address of addresses) await place(address)
    expect(await countTo(/@(p|victim)/)).toBe(emails)
  })

  test('all get fifty emails a day, of which one network uses up no more than a fifth', async () => {
    const stranger = (i: number) => `2001:db8:1:${i}::1`
    for (let i = 0; i < 30; i += 1) await place(`victim-${i}@ukr.net`, undefined, stranger(i))
    expect(await countTo(/victim/)).toBe(10)
    for (let i = 0; i < 45; i += 1) await place(`honest-${i}@ukr.net`)
    expect(await countTo(/honest/)).toBe(40)
    const answer = await place('another@ukr.net')
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
  })

  test('those that a clock which was a year ahead has sent do not count for a year', async () => {
    api.advance(365 * dayMs)
    for (let i = 0; i < 4; i += 1) await place('olha@ukr.net')
    expect(await countTo(/olha/)).toBe(3)
    api.advance(-365 * dayMs)
    await place('olha@ukr.net')
    expect(await countTo(/olha/)).toBe(4)
  })

  test('an unpaid order without the key that our page sends is stored, and gets no email', async () => {
    const { status, body } = await place('victim@example.org', '')
    expect(status).toBe(200)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await countTo(/victim/)).toBe(0)
  })

  test('a donation has its emails after the budget is used up', async () => {
    for (let i = 0; i < 55; i += 1) await place(`victim-${i}@ukr.net`)
    const intent = await api.create(200)
    await api.pay(intent)
    const answer = await api.place(intent, { email: 'donor@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: true } })
  })
})
