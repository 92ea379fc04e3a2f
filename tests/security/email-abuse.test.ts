import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { apiForEach } from '../integration/api-fixture'
import { buildOrder } from '../integration/build-order'
import { listOrders } from '../integration/read-store'
import { engines } from '../setup/test-store'

const call = '/api/candle-orders'

describe.each(engines)('the form as a way to mail others, on %s', engine => {
  const api = apiForEach({ engine, env: { LIMIT_FACTOR: '1000' } })

  const place = (email: string, key?: string) =>
    api.post(call, buildOrder({ email, name: 'http://evil.example.com' }), {
      ...(key && { 'idempotency-key': key }),
    })
  const countTo = async (recipient: RegExp) => {
    const rows = await api.services.store.db.selectFrom('emails').select('recipient').execute()
    return rows.filter(row => recipient.test(row.recipient)).length
  }

  test('three emails a day reach one mailbox, however its address is spelled', async ({
    annotate,
  }) => {
    const spellings = ['victim', 'VICTIM', 'vic.tim', 'victim+1', 'v.i.c.t.i.m+a.b', '<victim']
    for (const domain of ['gmail.com', 'googlemail.com', 'gmail.com>', 'gmail。com'])
      for (const name of spellings) await place(`${name}@${domain}`, randomUUID())
    await annotate(`${await countTo(/@g/)} emails of 24 orders`)
    expect(await countTo(/@g/)).toBe(3)
  })

  test('many addresses get fifty emails a day together', async () => {
    for (let i = 0; i < 70; i += 1) await place(`victim-${i}@example.org`, randomUUID())
    expect(await countTo(/victim/)).toBe(50)
    const answer = await place('victim-x@example.org', randomUUID())
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
  })

  test('an unpaid order without the key that our page sends is stored, and gets no email', async () => {
    const { status, body } = await place('victim@example.org')
    expect(status).toBe(200)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await countTo(/victim/)).toBe(0)
  })

  test('a donation has its emails after the budget is used up', async () => {
    for (let i = 0; i < 55; i += 1) await place(`victim-${i}@example.org`, randomUUID())
    const intent = await api.create(200)
    await api.pay(intent)
    const answer = await api.place(intent, { email: 'donor@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: true } })
  })
})
