import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLetter, insertLetters } from '../../src/server/db/letters'
import { insertTicket } from '../../src/server/db/tickets'
import { takePhoto } from '../mail/answer-by-mail'
import { buildEmail } from '../mail/build-email'
import { engines } from '../set-up/test-store'
import { type Ops, openOps } from './open-ops'

const paid = { payment: 'paid', claimedKopiykas: 20_000, confirmedKopiykas: 20_000 } as const
const lit = { fulfilment: 'lit', litAt: 1 } as const

describe.each(engines)('the command line, store on %s', engine => {
  let ops: Ops

  beforeEach(async () => {
    ops = await openOps(engine)
  })
  afterEach(() => ops.close())

  it('lists what is to be lit: paid first, then the oldest, nothing that burns already', async () => {
    await ops.putOrder({ code: 'AAAA-0001', createdAt: 3 })
    await ops.putOrder({ code: 'AAAA-0002', createdAt: 2 })
    await ops.putOrder({ code: 'AAAA-0003', createdAt: 9, ...paid })
    await ops.putOrder({ code: 'AAAA-0004', createdAt: 1, ...paid, ...lit })
    const codes = async (line: string) =>
      JSON.parse((await ops.run(line)).output).map((order: { code: string }) => order.code)
    expect(await codes('orders --json')).toEqual(['AAAA-0003', 'AAAA-0002', 'AAAA-0001'])
    expect(await codes('orders --state all --payment paid --json')).toEqual([
      'AAAA-0003',
      'AAAA-0004',
    ])
    expect(await codes('orders --since 2026-01-01 --json')).toEqual([])
  })

  it('shows an order whole, by its code however it is typed', async () => {
    await ops.putOrder({ code: 'K7F3-9QXM', needsDetails: true, ...paid })
    const { output, exitCode } = await ops.run('show k7f39qxm')
    expect(exitCode).toBe(0)
    for (const part of ['K7F3-9QXM', 'Іван', 'confirmed 200.00 UAH', 'needs details'])
      expect(output).toContain(part)
  })

  it('a visitor’s text cannot steer the operator’s terminal', async () => {
    await ops.putOrder({ code: 'K7F3-9QXM', name: '\u001b[2J\u009b31mІван\r\u202e\u0007' })
    for (const line of [
      'orders',
      'orders --json',
      'show K7F3-9QXM',
      'show K7F3-9QXM --json',
      'export',
    ])
      expect((await ops.run(line)).output).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  })

  it('lighting a candle with a photo queues the donor’s report, once', async () => {
    const order = await ops.putOrder({ code: 'K7F3-9QXM', ...paid })
    const photo = join(ops.dataDir, 'candle.jpg')
    await writeFile(photo, await takePhoto())
    expect((await ops.run(`lit K7F3-9QXM --photo ${photo}`)).exitCode).toBe(0)
    const report = await findLetter(ops.store.db, order.id, 'donor-photo-report')
    expect(report?.photoId).toEqual(expect.any(String))
    expect((await ops.run('lit K7F3-9QXM')).exitCode).toBe(1)
    expect(JSON.parse((await ops.run('orders --json')).output)).toEqual([])
  })

  it('a photo that cannot be read leaves the order waiting', async () => {
    await ops.putOrder({ code: 'K7F3-9QXM' })
    const { output, exitCode } = await ops.run('lit K7F3-9QXM --photo /nowhere.jpg')
    expect({ output, exitCode }).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('not marked'),
    })
    expect(JSON.parse((await ops.run('orders --json')).output)).toHaveLength(1)
  })

  it('a ticket stays on the list until somebody says it was dealt with', async () => {
    await insertTicket(ops.store.db, {
      id: 'ticket-1',
      paymentIntentId: 'pi_12345678',
      state: 'open',
      amountKopiykas: 50_000,
      paidAt: 1,
      refundedKopiykas: 0,
      cardLast4: '4242',
      billingEmail: null,
      createdAt: 1,
      closedAt: null,
    })
    expect((await ops.run('tickets')).output).toContain('pi_12345678')
    expect((await ops.run('tickets --close pi_99999999')).exitCode).toBe(2)
    expect((await ops.run('tickets --close pi_12345678')).exitCode).toBe(0)
    expect((await ops.run('tickets')).output).toBe('No open tickets.')
  })

  it('a given-up letter is named, read and sent on its way again', async () => {
    await insertLetters(ops.store.db, [buildEmail()], 1, 'example.org')
    await ops.store.db.updateTable('letters').set({ state: 'failed', attempts: 9 }).execute()
    const [letter] = JSON.parse((await ops.run('letters --state failed --json')).output)
    expect((await ops.run(`letters ${letter.id}`)).output).toContain('Вітаємо')
    expect((await ops.run('letters --retry')).output).toContain('1 letters')
    expect(await findLetter(ops.store.db, 'order-1', 'donor-thanks')).toMatchObject({
      state: 'waiting',
      runAt: ops.clock.now,
      attempts: 0,
    })
  })

  it('an export opens in a spreadsheet without running anything a visitor wrote', async () => {
    await ops.putOrder({ name: '=HYPERLINK("http://x","y")', purpose: '"a", b\n+1', ...paid })
    const file = join(ops.dataDir, 'orders.csv')
    expect((await ops.run(`export --out ${file}`)).exitCode).toBe(0)
    const csv = await readFile(file, 'utf8')
    expect(csv.startsWith('\ufeffcode,')).toBe(true)
    expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")","""a"", b +1"`)
    expect(csv).toContain(',paid,200,200,')
    expect((await ops.run(`export --out ${file}`)).exitCode).toBe(64)
  })

  it('what it does not understand it explains, and does nothing', async () => {
    for (const line of [
      'light K7F3',
      'orders --colour red',
      'orders --state red',
      'lit',
      'orders extra',
    ])
      expect((await ops.run(line)).exitCode).toBe(64)
    expect((await ops.run('show ZZZZ-ZZZZ')).exitCode).toBe(2)
    expect((await ops.run('orders', { PORT: 'x' })).exitCode).toBe(78)
  })

  it('helps with every word', async () => {
    const { output } = await ops.run('help')
    const words = [
      'orders',
      'show',
      'lit',
      'tickets',
      'letters',
      'export',
      'forget',
      'doctor',
      'backup',
    ]
    for (const word of words) {
      expect(output).toContain(`  ${word} `)
      expect((await ops.run(`${word} --help`)).output).toContain(`npm run ops -- ${word}`)
    }
  })
})
