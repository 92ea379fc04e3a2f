import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { insertDonation } from '../../../src/server/db/donations'
import { claimEmail, findEmail, insertEmails, storeAttempt } from '../../../src/server/db/emails'
import { insertPhotos } from '../../../src/server/db/photos'
import type { Order } from '../../../src/server/db/schema'
import { listTickets, saveTicket } from '../../../src/server/db/tickets'
import { createDonation } from '../../../src/server/orders/donation'
import { eraseExpired } from '../../../src/server/retention/erase'
import type { PaymentProvider } from '../../../src/server/stripe/client'
import { engines, testOnOne } from '../../setup/test-store'
import { paid } from '../build-order'
import { buildEmail } from '../emails/build-email'
import { type Ops, openOps, opsForEach } from './open-ops'

const dayMs = 86_400_000
const secrets = ['Севастіян', 'за одужання', 'sevastian@example.org']

/** An order of Sebastian, and everything stored about him. */
async function putSebastian(ops: Ops, remarkable: Partial<Order> = {}): Promise<Order> {
  const [name = '', purpose = '', email = ''] = secrets
  const paymentIntentId = `pi_${remarkable.code ?? 'sebastian'}`
  const order = await ops.putOrder({
    ...{ name, purpose, email, paymentIntentId, ...paid },
    ...remarkable,
  })
  const words = { subjectId: order.id, recipient: email, textBody: name, htmlBody: purpose }
  const photoSetId = await insertPhotos(ops.store.db, [Buffer.from(name)], 1)
  await insertEmails(
    ops.store.db,
    [buildEmail({ ...words, photoSetId }), buildEmail({ ...words, kind: 'temple-notice' })],
    order.createdAt,
  )
  const draft = JSON.stringify({ name, purpose, email })
  await insertDonation(ops.store.db, {
    ...createDonation(
      { id: paymentIntentId, amountKopiykas: 20_000, livemode: false, createdAt: 1 },
      'hash',
    ),
    draft,
    draftedAt: order.createdAt,
  })
  return order
}

describe.each(engines)('personal data, store on %s', engine => {
  const onOne = testOnOne(engine)
  const ops = opsForEach(engine)

  /** The whole store as text. */
  async function readWholeStore(): Promise<string> {
    const { db } = ops.store
    const tables = [
      'orders',
      'emails',
      'photos',
      'donations',
      'orderHistory',
      'replies',
      'tickets',
    ] as const
    const rows = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
    return JSON.stringify(rows)
  }

  /** `aheadMs`: how far our clock is ahead of the provider's; null: it does not say. */
  function retain(days: number, aheadMs?: number | null) {
    const { store, dataDir, clock } = ops
    const provider =
      aheadMs === undefined ? null : ({ readClock: async () => aheadMs } as PaymentProvider)
    const services = { store, dataDir, now: () => clock.now, provider }
    return eraseExpired(services, { retentionDays: days, mailFolder: join(dataDir, 'mail') })
  }

  async function sumOfDonations() {
    const exported = JSON.parse((await ops.run('export --json')).output)
    return exported.reduce(
      (sum: number, order: { confirmedUah: number }) => sum + order.confirmedUah,
      0,
    )
  }

  it('of a candle lit long ago only the figures stay', async () => {
    const litAt = ops.clock.now - 91 * dayMs
    await putSebastian(ops, { code: 'AAAA-0001', createdAt: litAt, litAt, fulfilment: 'lit' })
    expect(await retain(90)).toBe(1)
    const left = await readWholeStore()
    for (const secret of [...secrets, Buffer.from('Севастіян').toString('base64')])
      expect(left).not.toContain(secret)
    expect(await sumOfDonations()).toBe(200)
  })

  it('a candle that waits for less than a year longer, or was lit lately, keeps its words', async () => {
    const put = (code: string, days: number, state: Partial<Order>) =>
      putSebastian(ops, { code, createdAt: ops.clock.now - days * dayMs, ...state })
    await put('AAAA-0001', 200, {})
    await put('AAAA-0002', 600, { litAt: ops.clock.now - dayMs, fulfilment: 'lit' })
    expect(await retain(90)).toBe(0)
    await put('AAAA-0003', 90 + 366, {})
    expect(await retain(90)).toBe(1)
    const orders = JSON.parse((await ops.run('export --json')).output)
    expect(orders.map(({ code, forWhom }: Record<string, string>) => [code, forWhom])).toEqual([
      ['AAAA-0002', 'Севастіян'],
      ['AAAA-0003', ''],
      ['AAAA-0001', 'Севастіян'],
    ])
  })

  onOne('a clock that is wrong by years erases nothing early', async () => {
    const litAt = ops.clock.now - dayMs
    await putSebastian(ops, { createdAt: litAt, litAt, fulfilment: 'lit' })
    expect(await retain(90, -1000 * dayMs)).toBe(0)
    ops.clock.now += 1000 * dayMs
    expect(await retain(90, 1000 * dayMs)).toBe(0)
    expect(await retain(90, null)).toBe(0)
    expect(await retain(90, 0)).toBe(1)
  })

  it('forget waits for a digest in flight, so that its other orders are in no other', async () => {
    const { db } = ops.store
    await putSebastian(ops, { code: 'AAAA-0001', noticeId: 'digest-1' })
    await ops.putOrder({ code: 'AAAA-0002', noticeId: 'digest-1' })
    const digest = buildEmail({ subjectId: 'digest-1', kind: 'temple-digest' })
    await insertEmails(db, [digest], ops.clock.now)
    const email = await findEmail(db, 'digest-1', 'temple-digest')
    if (!email) throw new Error('The digest was not stored.')
    await claimEmail(db, email, ops.clock.now + 60_000)
    const forgetting = ops.run('forget AAAA-0001 --yes')
    await pause(500)
    await storeAttempt(db, email, { state: 'sent', sentAt: ops.clock.now })
    expect((await forgetting).exitCode).toBe(0)
    const left = db.selectFrom('orders').select(['noticeId', 'noticeDueAt'])
    expect(await left.where('code', '=', 'AAAA-0002').execute()).toEqual([
      { noticeId: 'digest-1', noticeDueAt: null },
    ])
    expect(await findEmail(db, 'digest-1', 'temple-digest')).toMatchObject({ textBody: '' })
  })

  it('many finished orders are erased in one go, and once', async () => {
    const litAt = ops.clock.now - 91 * dayMs
    for (let i = 0; i < 450; i += 1)
      await ops.putOrder({ code: `AAAA-${1000 + i}`, createdAt: litAt, litAt, fulfilment: 'lit' })
    expect(await retain(90)).toBe(450)
    expect(await retain(90)).toBe(0)
  })

  it('a picture goes a week after its email, one that still waits to be sent stays', async () => {
    const { db } = ops.store
    for (const [i, state] of (['sent', 'waiting'] as const).entries()) {
      const orderId = `order-${i}`
      const now = ops.clock.now - 8 * dayMs
      const photoSetId = await insertPhotos(db, [Buffer.from(orderId)], now)
      await insertEmails(db, [buildEmail({ subjectId: orderId, photoSetId })], now)
      await db.updateTable('emails').set({ state }).where('subjectId', '=', orderId).execute()
    }
    await retain(90)
    const kept = await db.selectFrom('photos').select('jpegBase64').execute()
    expect(kept).toEqual([{ jpegBase64: Buffer.from('order-1').toString('base64') }])
  })

  onOne('mail files are deleted with their order, and when they are old', async () => {
    const litAt = ops.clock.now - 91 * dayMs
    const order = await putSebastian(ops, { createdAt: litAt, litAt, fulfilment: 'lit' })
    const email = await ops.store.db
      .selectFrom('emails')
      .select('id')
      .where('subjectId', '=', order.id)
      .executeTakeFirstOrThrow()
    const folder = join(ops.dataDir, 'mail')
    await mkdir(folder)
    for (const name of [`now-donor-thanks-${email.id}.eml`, 'fresh.eml', 'old.eml'])
      await writeFile(join(folder, name), 'mail')
    for (const name of await readdir(folder)) {
      const at = new Date(ops.clock.now - (name === 'old.eml' ? 100 : 0) * dayMs)
      await utimes(join(folder, name), at, at)
    }
    await retain(90)
    expect(await readdir(folder)).toEqual(['fresh.eml'])
  })

  onOne('a replaced store is deleted when its data would have expired', async () => {
    const names = ['replaced-svichka-1.db', 'replaced-svichka-1.db-wal', 'other.db']
    for (const name of names) {
      await writeFile(join(ops.dataDir, name), 'people')
      const at = new Date(ops.clock.now - 89 * dayMs)
      await utimes(join(ops.dataDir, name), at, at)
    }
    await retain(90)
    expect(await readdir(ops.dataDir)).toEqual(expect.arrayContaining(names))
    ops.clock.now += 2 * dayMs
    await retain(90)
    const left = await readdir(ops.dataDir)
    expect(left.filter(name => names.includes(name))).toEqual(['other.db'])
  })

  onOne('a ticket that nobody closes keeps its payer for a year longer', async () => {
    for (const [id, days] of Object.entries({ old: 456, recent: 454 })) {
      const paidAt = ops.clock.now - days * dayMs
      await saveTicket(ops.store.db, {
        ...{ id, paymentIntentId: `pi_${id}`, state: 'open', amountKopiykas: 1 },
        ...{ refundedKopiykas: 0, paidAt, createdAt: paidAt, closedAt: null },
        ...{ cardLast4: '4242', billingEmail: 'olha@example.org' },
      })
    }
    await retain(90)
    const left = (await listTickets(ops.store.db)).filter(ticket => ticket.billingEmail !== null)
    expect(left.map(({ id }) => id)).toEqual(['recent'])
  })

  it('a person is forgotten at once, by address, in all orders', async () => {
    await putSebastian(ops, { code: 'AAAA-0001' })
    await putSebastian(ops, { code: 'AAAA-0002', email: 'Sevastian@Example.org' })
    await ops.putOrder({ code: 'AAAA-0003' })
    const asked = await ops.run('forget sevastian@example.org')
    expect(asked.output).toContain('--yes')
    expect(await readWholeStore()).toContain('Севастіян')
    expect((await ops.run('forget sevastian@example.org --yes')).exitCode).toBe(0)
    const left = await readWholeStore()
    for (const secret of secrets) expect(left.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(left).toContain('Іван')
    expect(JSON.parse((await ops.run('orders --json')).output)).toMatchObject([
      { code: 'AAAA-0003' },
    ])
    expect(await sumOfDonations()).toBe(400)
    expect((await ops.run('forget sevastian@example.org')).exitCode).toBe(2)

    await putSebastian(ops, { code: 'AAAA-0004', email: 'Севастіян@пошта.УКР' })
    expect((await ops.run('forget Севастіян@пошта.УКР --yes')).exitCode).toBe(0)
    expect(await readWholeStore()).not.toContain('Севастіян')
  })

  onOne('forgetting the temple’s address erases no notice of another’s order', async () => {
    await putSebastian(ops, { code: 'AAAA-0001', email: 'temple@example.org' })
    const notice = { kind: 'temple-notice', recipient: 'temple@example.org' } as const
    const emails = [buildEmail({ ...notice, subjectId: 'order-2', textBody: 'Іван' })]
    await insertEmails(ops.store.db, emails, ops.clock.now)
    await ops.run('forget temple@example.org --yes')
    expect(await findEmail(ops.store.db, 'order-2', 'temple-notice')).toMatchObject({
      state: 'waiting',
      textBody: 'Іван',
    })
  })

  it('an email that still waited to be sent to a forgotten person stays unsent', async () => {
    await putSebastian(ops, { code: 'AAAA-0001' })
    await ops.run('forget AAAA-0001 --yes')
    const states = await ops.store.db.selectFrom('emails').select('state').execute()
    expect(states).toEqual([{ state: 'failed' }, { state: 'failed' }])
    expect((await ops.run('emails --retry')).output).toContain('retry: 0')
  })
})

it('not even the bytes of the embedded store’s file remember a forgotten person', async () => {
  const ops = await openOps('sqlite')
  await putSebastian(ops, { code: 'AAAA-0001' })
  await ops.run('forget AAAA-0001 --yes')
  for (const name of ['svichka.db', 'svichka.db-wal']) {
    const bytes = await readFile(join(ops.dataDir, name))
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false)
  }
  await ops.close()
})
