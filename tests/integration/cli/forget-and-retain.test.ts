import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startSandbox } from 'stripe-sandbox/start'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackground } from '../../../src/server/background'
import { readConfig } from '../../../src/server/config/read-config'
import { insertDonation } from '../../../src/server/db/donations'
import { findEmail, insertEmails } from '../../../src/server/db/emails'
import { addHistory } from '../../../src/server/db/orders'
import { insertPhotos } from '../../../src/server/db/photos'
import type { Order } from '../../../src/server/db/schema'
import { inTransaction, type Store } from '../../../src/server/db/store'
import { createDonation } from '../../../src/server/orders/donation'
import { eraseExpired, forgetPerson } from '../../../src/server/retention/erase'
import { createStripeClient } from '../../../src/server/stripe/client'
import type { PaymentProvider } from '../../../src/server/stripe/payment-provider'
import { dayMs } from '../../../src/shared/durations'
import { controlSandbox, type Fault } from '../../setup/control-sandbox'
import { bothEngines, engines } from '../../setup/test-store'
import { openApi } from '../api-fixture'
import { paid } from '../build-order'
import { buildEmail } from '../emails/build-email'
import { listOrders } from '../read-store'
import { type Ops, openOps, opsForEach } from './open-ops'

const notice = 'temple-notice' as const
const secrets = ['Севастіян', 'за одужання', 'sevastian@example.org']

/** An order of Sebastian, and everything stored about him. */
async function putSebastian({ putOrder, store }: Ops, columns: Partial<Order> = {}) {
  const [name = '', purpose = '', email = ''] = secrets
  const paymentIntentId = `pi_${columns.code ?? 'sebastian'}`
  const order = await putOrder({ name, purpose, email, paymentIntentId, ...paid, ...columns })
  const words = { subjectId: order.id, recipient: email, textBody: name, htmlBody: purpose }
  const photoSetId = `photos of ${order.id}`
  await insertPhotos(store.db, photoSetId, [Buffer.from(name)], 1)
  await inTransaction(store, async trx => {
    const told = { orderId: order.id, at: order.createdAt, event: 'refund', detail: '' }
    const refund = { subjectId: await addHistory(trx, told), kind: 'donor-refunded' } as const
    const emails = [{ photoSetId }, { kind: notice }, refund].map(each =>
      buildEmail({ ...words, ...each }),
    )
    await insertEmails(trx, emails, order.createdAt)
  })
  const intent = { id: paymentIntentId, amountKopiykas: 20_000, livemode: false, createdAt: 1 }
  await insertDonation(store.db, {
    ...createDonation(intent, 'hash'),
    draft: JSON.stringify({ name, purpose, email }),
    draftedAt: order.createdAt,
  })
  return order
}

/** The whole store as text. */
async function readWholeStore({ db }: Store): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
  return JSON.stringify(await Promise.all(rows))
}

describe.each(engines)('personal data, store on %s', engine => {
  const ops = opsForEach(engine)

  function retain(days: number, provider: PaymentProvider | null = null) {
    const { store, dataDir, clock } = ops
    const services = { store, dataDir, now: () => clock.now, provider }
    return eraseExpired(services, { retentionDays: days, mailFolder: join(dataDir, 'mail') })
  }

  /** A payment provider with a clock of its own. */
  async function openProvider(clock: { now: number }) {
    const dataDir = join(ops.dataDir, 'sandbox')
    const sandbox = await startSandbox({ port: 0, dataDir, now: () => clock.now })
    onTestFinished(() => sandbox.close())
    const SANDBOX_PORT = String(sandbox.port)
    const { cards } = readConfig({ CARD_PROVIDER: 'sandbox', SANDBOX_PORT })
    if (!cards) throw new Error('No cards are taken here.')
    const options = { installation: '', description: '', now: () => ops.clock.now }
    return {
      ...createStripeClient(cards, options),
      failCall: (fault: Fault) =>
        controlSandbox(sandbox.url).fault({ path: '/v1/payment_intents', count: 3, ...fault }),
    }
  }

  async function sumOfDonations() {
    const exported: { confirmedUah: number }[] = JSON.parse((await ops.run('export --json')).output)
    return exported.reduce((sum, order) => sum + order.confirmedUah, 0)
  }

  it('of a candle lit long ago only the figures stay', async () => {
    await putSebastian(ops, { code: 'AAAA-0001' })
    await ops.submit('AAAA-0001', 'lit')
    ops.clock.now += 91 * dayMs
    expect(await retain(90)).toBe(1)
    expect(await ops.store.db.selectFrom('submissions').selectAll().execute()).toEqual([])
    const left = await readWholeStore(ops.store)
    for (const secret of [...secrets, Buffer.from('Севастіян').toString('base64')])
      expect(left).not.toContain(secret)
    expect(await sumOfDonations()).toBe(200)
  })

  it.each<[string, Partial<Order>, number]>([
    ['waits, half a year old, is kept', { createdAt: -200 }, 0],
    ['was lit yesterday is kept, however old', { createdAt: -600, litAt: -1 }, 0],
    ['was never marked is erased after one more year', { createdAt: -456 }, 1],
    ['was dismissed is erased as one that was lit', { createdAt: -91, fulfilment: 'dismissed' }, 1],
    ['was dismissed yesterday is kept', { createdAt: -1, fulfilment: 'dismissed' }, 0],
  ])(
    'an order that %s',
    async (_, { createdAt = 0, litAt = null, fulfilment = 'waiting' }, erased) => {
      const { now } = ops.clock
      await putSebastian(ops, {
        createdAt: now + createdAt * dayMs,
        fulfilment,
        ...(litAt !== null && { litAt: now + litAt * dayMs, fulfilment: 'lit' }),
      })
      expect(await retain(90)).toBe(erased)
      const orders = await ops.store.db.selectFrom('orders').select('name').execute()
      expect(orders).toEqual([{ name: erased ? '' : 'Севастіян' }])
    },
  )

  it('of a payment that was canceled long ago nothing stays, of others the figures', async () => {
    const createdAt = ops.clock.now - 91 * dayMs
    for (const state of ['canceled', 'open', 'succeeded'] as const) {
      const intent = { id: `pi_${state}`, amountKopiykas: 20_000, livemode: false, createdAt }
      await insertDonation(ops.store.db, { ...createDonation(intent, 'hash'), state })
    }
    await retain(90)
    const left = ops.store.db.selectFrom('donations').select(['state', 'addressHash'])
    expect(await left.orderBy('state').execute()).toEqual([
      { state: 'open', addressHash: '' },
      { state: 'succeeded', addressHash: '' },
    ])
  })

  it('a clock that is ahead or behind by years erases nothing early', async () => {
    const litAt = ops.clock.now - dayMs
    await putSebastian(ops, { createdAt: litAt, litAt, fulfilment: 'lit' })
    const theirs = { now: ops.clock.now + 1000 * dayMs }
    const provider = await openProvider(theirs)
    expect(await retain(90, provider)).toBe(0)
    theirs.now = ops.clock.now
    ops.clock.now += 1000 * dayMs
    expect(await retain(90, provider)).toBe(0)
    theirs.now = ops.clock.now
    await provider.failCall({ action: 'drop' })
    expect(await retain(90, provider)).toBe(0)
    // As to a key that was revoked.
    await provider.failCall({ action: 'status', status: 401 })
    expect(await retain(90, provider)).toBe(1)
  })

  it('many finished orders are erased in one go, also by two processes at once, and once', async () => {
    const litAt = ops.clock.now - 91 * dayMs
    for (let i = 0; i < 101; i += 1)
      await ops.putOrder({ code: `AAAA-${1000 + i}`, createdAt: litAt, litAt, fulfilment: 'lit' })
    await Promise.all([retain(90), retain(90)])
    const orders = await ops.store.db.selectFrom('orders').select('name').execute()
    expect(orders).toEqual(Array(101).fill({ name: '' }))
    expect(await retain(90)).toBe(0)
  })

  it('a picture goes a week after its email, one that still waits to be sent stays', async () => {
    const { db } = ops.store
    for (const [i, state] of (['sent', 'waiting'] as const).entries()) {
      const orderId = `order-${i}`
      const now = ops.clock.now - 8 * dayMs
      const photoSetId = `set-${i}`
      await insertPhotos(db, photoSetId, [Buffer.from(orderId)], now)
      await inTransaction(ops.store, trx =>
        insertEmails(trx, [buildEmail({ subjectId: orderId, photoSetId })], now),
      )
      await db.updateTable('emails').set({ state }).where('subjectId', '=', orderId).execute()
    }
    await retain(90)
    const kept = await db.selectFrom('photos').select('jpegBase64').execute()
    expect(kept).toEqual([{ jpegBase64: Buffer.from('order-1').toString('base64') }])
  })

  it('files are deleted when they are old, those of emails with their order', async () => {
    const litAt = ops.clock.now - 91 * dayMs
    const order = await putSebastian(ops, { createdAt: litAt, litAt, fulfilment: 'lit' })
    const email = await findEmail(ops.store.db, order.id, 'donor-thanks')
    const ages = {
      [`mail/now-donor-thanks-${email?.id}.eml`]: 0,
      'mail/fresh.eml': 0,
      'mail/old.eml': 91,
      'replaced-svichka-1.db': 89,
      'replaced-svichka-2.db': 91,
      'replaced-svichka-2.db-wal': 91,
      'svichka.db.unfinished': 91,
      'other.db': 91,
      'backups/svichka-2026-08-22T02-00-00-000Z.db': 89,
      'backups/svichka-2026-08-20T02-00-00-000Z.db': 91,
    }
    for (const folder of ['mail', 'backups']) await mkdir(join(ops.dataDir, folder))
    for (const [name, days] of Object.entries(ages)) {
      const at = new Date(ops.clock.now - days * dayMs)
      await writeFile(join(ops.dataDir, name), 'people')
      await utimes(join(ops.dataDir, name), at, at)
    }
    await retain(90)
    const left = Object.keys(ages).filter(name => existsSync(join(ops.dataDir, name)))
    expect(left).toEqual([
      ...['mail/fresh.eml', 'replaced-svichka-1.db', 'other.db'],
      'backups/svichka-2026-08-22T02-00-00-000Z.db',
    ])
  })

  it('a person is forgotten at once, by address, in all orders', async () => {
    await putSebastian(ops, { code: 'AAAA-0001' })
    await putSebastian(ops, { code: 'AAAA-0002', email: 'Sevastian@Example.org' })
    await ops.putOrder({ code: 'AAAA-0003' })
    // Of a payment that never was captured.
    const draft = JSON.stringify({ sent: { name: 'Севастіян', email: 'sevastian@example.org' } })
    await ops.putPayment({ paymentIntentId: 'pi_unpaid', state: 'open', draft, draftedAt: 1 })
    const mail = join(ops.dataDir, 'mail')
    await mkdir(mail)
    const emails = await ops.store.db.selectFrom('emails').select(['id', 'kind']).execute()
    for (const { id, kind } of emails) await writeFile(join(mail, `now-${kind}-${id}.eml`), 'mail')
    const asked = await ops.run('forget sevastian@example.org')
    expect(asked.output).toContain('--yes')
    expect(await readWholeStore(ops.store)).toContain('Севастіян')
    expect((await ops.run('forget sevastian@example.org --yes --paid')).exitCode).toBe(0)
    const left = await readWholeStore(ops.store)
    for (const secret of secrets) expect(left.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(left).toContain('Іван')
    expect(await readdir(mail)).toEqual([])
    expect(JSON.parse((await ops.run('orders --json')).output)).toMatchObject([
      { code: 'AAAA-0003' },
    ])
    expect(await sumOfDonations()).toBe(400)
    const unsent = ops.store.db.selectFrom('emails').select('state').where('state', '!=', 'failed')
    expect(await unsent.execute()).toEqual([])
    // They failed, but nobody is left to send them to.
    expect((await ops.run('emails --retry')).output).toBe('There is nothing to retry.')
    expect((await ops.run('forget sevastian@example.org')).exitCode).toBe(2)
  })

  it('a donation whose candle is not lit is erased only if somebody says so', async () => {
    await putSebastian(ops, { code: 'AAAA-0001' })
    const asked = await ops.run('forget AAAA-0001')
    expect(asked.output).toContain('Paid and not lit: AAAA-0001')
    expect(await ops.run('forget AAAA-0001 --yes')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('Nothing was erased'),
    })
    expect(await readWholeStore(ops.store)).toContain('Севастіян')
    await ops.submit('AAAA-0001', 'lit')
    expect((await ops.run('forget AAAA-0001 --yes')).exitCode).toBe(0)
  })

  it('forgetting the temple’s address erases no notice of another’s order', async () => {
    await putSebastian(ops, { code: 'AAAA-0001', email: 'temple@example.org' })
    const notice = { kind: 'temple-notice', recipient: 'temple@example.org' } as const
    const emails = [buildEmail({ ...notice, subjectId: 'order-2', textBody: 'Іван' })]
    await inTransaction(ops.store, trx => insertEmails(trx, emails, ops.clock.now))
    await ops.run('forget temple@example.org --yes')
    expect(await findEmail(ops.store.db, 'order-2', 'temple-notice')).toMatchObject({
      state: 'waiting',
      textBody: 'Іван',
    })
  })
})

describe.each(bothEngines)('an address, store on %s', engine => {
  const ops = opsForEach(engine)

  it('with Cyrillic letters is found in any case, one that contains it is another', async () => {
    await ops.putOrder({ code: 'AAAA-0001', email: 'Севастіян@пошта.УКР' })
    await ops.putOrder({ code: 'AAAA-0002', email: 'о.севастіян@пошта.укр' })
    expect((await ops.run('forget севастіян@Пошта.укр --yes')).exitCode).toBe(0)
    const orders = ops.store.db.selectFrom('orders').select('email').orderBy('code')
    expect(await orders.execute()).toEqual([{ email: null }, { email: 'о.севастіян@пошта.укр' }])
  })
})

it('not even the bytes of the embedded store’s file remember a forgotten person', async () => {
  const ops = await openOps('sqlite')
  await putSebastian(ops, { code: 'AAAA-0001' })
  await ops.run('forget AAAA-0001 --yes --paid')
  for (const name of ['svichka.db', 'svichka.db-wal']) {
    const bytes = await readFile(join(ops.dataDir, name))
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false)
  }
})

it('what the page of a forgotten person sends again is not kept', async () => {
  const { services, createPaid, place, draft } = await openApi()
  const [name = '', purpose = '', email = ''] = secrets
  const intent = await createPaid(200)
  await place(intent, { name, purpose, email })
  await forgetPerson(services.store, email, '/nowhere', services.now)
  await place(intent, { name, purpose, email })
  await draft(intent, { name, purpose, email })
  const left = await readWholeStore(services.store)
  for (const secret of secrets) expect(left).not.toContain(secret)
})

it('nothing is erased right after the start, when a clock may be years ahead', async () => {
  const { config, order, advance, services } = await openApi({ env: { CARD_PROVIDER: 'none' } })
  await order({ name: 'Севастіян' })
  advance(9 * 365 * dayMs)
  const { housekeeping } = createBackground(services, config)
  housekeeping.start()
  // Waits for what has begun.
  await housekeeping.stop()
  expect(await listOrders(services)).toMatchObject([{ name: 'Севастіян' }])
})
