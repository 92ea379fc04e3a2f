import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { runOps } from '../../../src/cli/run-ops'
import { findEmail, insertEmails } from '../../../src/server/db/emails'
import { addHistory, findOrder } from '../../../src/server/db/orders'
import type { EmailKind, Order } from '../../../src/server/db/schema'
import { inTransaction } from '../../../src/server/db/store'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { limitFileSize } from '../../setup/limit-file-size'
import { bothEngines, engines } from '../../setup/test-store'
import { openApi } from '../api-fixture'
import { paid } from '../build-order'
import { buildEmail } from '../emails/build-email'
import { deliver, writeEvent } from '../events'
import { listOrders } from '../read-store'
import { type Ops, opsForEach } from './open-ops'

const lit = { fulfilment: 'lit', litAt: 1 } as const

const wordless = { channel: 'payment', name: '', purpose: '', needsDetails: true } as const

const listCodes = async (ops: Ops, line: string): Promise<string[]> =>
  JSON.parse((await ops.run(`${line} --json`)).output).map((order: { code: string }) => order.code)

describe.each(bothEngines)('figures and texts, store on %s', engine => {
  const ops = opsForEach(engine)

  it('lists what to light, paid first, and finds orders by text, state, payment and day', async () => {
    // The last day of summer time has 25 hours.
    const put = (code: string, [day, hour]: [number, number], remarkable: Partial<Order>) =>
      ops.putOrder({ code, createdAt: Date.UTC(2026, 9, day, hour), ...remarkable })
    await put('AAAA-0001', [25, 21], { name: 'раба Божого ІВАНА', purpose: 'за здоров’я' })
    await put('AAAA-0002', [25, 22], { purpose: '50% [*?]', email: 'Olha@Example.org' })
    await put('AAAA-0003', [26, 9], { name: 'Ганна', ...paid })
    await put('AAAA-0004', [1, 9], { name: 'Петро', ...paid, ...lit })
    await put('AAAA-0005', [2, 9], { name: 'Павло', ...lit })
    for (const [line, ...found] of [
      ['orders', 3, 1, 2],
      ['orders --state all', 3, 1, 2, 5, 4],
      ['orders --state all --payment paid', 3, 4],
      ['orders --until 2026-10-25', 1],
      ['orders --since 2026-10-26', 3, 2],
      ['orders --since 2026-10-27'],
      ['orders івана', 1],
      ['orders ГАНН', 3],
      ['orders ПАВЛО', 5],
      ['orders olha@example', 2],
      ['orders aaaa0002', 2],
      ['orders 50% [*?]', 2],
      ['orders .*'],
    ] as const)
      expect(await listCodes(ops, line), line).toEqual(found.map(number => `AAAA-000${number}`))
  })

  it('totals count orders by the months of the temple, and money in hryvnias', async () => {
    // Half an hour before the month ends in UTC, it has ended in Kyiv.
    await ops.putOrder({ code: 'AAAA-0001', createdAt: Date.UTC(2026, 7, 31, 21, 30) })
    await ops.putOrder({ code: 'AAAA-0002', createdAt: Date.UTC(2026, 10, 15), litAt: 1 })
    await ops.putPayment({ succeededAt: Date.UTC(2026, 9, 15), refundedKopiykas: 3_050 })
    const months = JSON.parse((await ops.run('orders --totals --json')).output)
    expect(months).toMatchObject([
      { month: '2026-09', orders: 1, lit: 0 },
      { month: '2026-10', orders: 0, receivedUah: 200, refundedUah: 30.5 },
      { month: '2026-11', orders: 1, lit: 1, receivedUah: 0, refundedUah: 0 },
    ])
    expect((await ops.run('orders --totals')).output).toMatch(
      /receivedUah .*\n.* 200\.00 +30\.50\n.* 0\.00 +0\.00$/s,
    )
  })
})

describe.each(engines)('the command line, store on %s', engine => {
  const ops = opsForEach(engine)
  const codes = (line: string) => listCodes(ops, line)

  it('every page can be reached, and none is cut off in silence', async () => {
    for (let i = 0; i < 7; i += 1) await ops.putOrder({ code: `AAAA-000${i}`, createdAt: i + 1 })
    const { output } = await ops.run('orders --limit 3')
    expect(output).toContain('Page 1; more with --page 2.')
    expect(await codes('orders --limit 3 --page 3')).toEqual(['AAAA-0006'])
    expect((await ops.run('orders --limit 3 --page 3')).output).not.toContain('--page')
  })

  it('all orders go on from those that wait to the newest that are done', async () => {
    for (const [i, done] of [lit, {}, lit, {}, {}].entries())
      await ops.putOrder({ code: `AAAA-000${i}`, createdAt: i + 1, ...done })
    const pages = [1, 2, 3].map(page => codes(`orders --state all --limit 2 --page ${page}`))
    expect(await Promise.all(pages)).toEqual([
      ['AAAA-0001', 'AAAA-0003'],
      ['AAAA-0004', 'AAAA-0002'],
      ['AAAA-0000'],
    ])
  })

  it('times are those of the temple’s clocks', async () => {
    await ops.putOrder({ code: 'AAAA-0001', createdAt: Date.UTC(2026, 10, 20, 22, 5) })
    expect((await ops.run('orders')).output).toContain('2026-11-21 00:05')
    const inWarsaw = { TIME_ZONE: 'Europe/Warsaw' }
    expect((await ops.run('show AAAA-0001', inWarsaw)).output).toContain('2026-11-20 23:05')
    expect((await ops.run('orders --since 2026-11-21 --json')).output).toContain('AAAA-0001')
    expect((await ops.run('orders --since 2026-11-21 --json', inWarsaw)).output).toBe('[]')
  })

  it('an order is found by the payment id of the provider’s dashboard, and so is a payment without one', async () => {
    const payment = { paymentIntentId: 'pi_12345678' }
    await ops.putOrder({ code: 'AAAA-0001', ...payment, ...paid })
    await ops.putPayment({ ...payment, succeededAt: ops.clock.now, learnedBy: 'webhook' })
    await ops.putPayment({ paymentIntentId: 'pi_declined1', state: 'open', failures: 2 })
    expect(await codes('orders pi_12345678')).toEqual(['AAAA-0001'])
    const shown = (await ops.run('show pi_12345678')).output
    for (const part of [
      'AAAA-0001',
      'paidAt           2026-11-20 20:00',
      'receivedUah      200.00',
    ])
      expect(shown).toContain(part)
    expect(shown).toMatch(
      /2026-11-20 18:00 +ordered +by the page\n.* 20:00 +paid +200\.00 UAH, told by a webhook/,
    )
    expect((await ops.run('show pi_declined1')).output).toMatch(
      /no order.*declinedCards +2.* started +200\.00 UAH/s,
    )
    expect((await ops.run('show pi_nobody000')).exitCode).toBe(2)
    expect((await ops.run('dismiss pi_12345678')).output).toContain('Order AAAA-0001 has a')
  })

  it('junk leaves the list and can be restored; with a donation it needs --paid', async () => {
    await ops.putOrder({ code: 'AAAA-0001' })
    await ops.putOrder({ code: 'AAAA-0002', ...paid })
    expect((await ops.run('dismiss AAAA-0001 AAAA-0002')).exitCode).toBe(1)
    expect((await codes('orders')).sort()).toEqual(['AAAA-0002'])
    expect((await ops.run('dismiss AAAA-0001 --undo')).exitCode).toBe(0)
    expect((await codes('orders')).sort()).toEqual(['AAAA-0001', 'AAAA-0002'])
    expect((await ops.run('dismiss AAAA-0002 --paid')).output).toContain(
      'Still to refund: 200.00 UAH',
    )
  })

  it('a crowd leaves the list once ten of it were shown, or of one network alone', async () => {
    await ops.putOrder({ code: 'AAAA-0001' })
    await ops.putOrder({ code: 'AAAA-0002', crowd: true, ...paid })
    for (let i = 0; i < 14; i += 1)
      await ops.putOrder({
        ...{ code: `CRWD-${1000 + i}`, name: `Junk ${i}`, crowd: true },
        addressHash: i < 12 ? 'a'.repeat(10) : 'b'.repeat(20),
      })
    const waiting = async () => (await codes('orders --limit 100')).length
    const shown = (await ops.run('dismiss --crowd')).output
    expect(shown.match(/CRWD-/g)).toHaveLength(10)
    expect(shown).toContain('--yes')
    expect(await waiting()).toBe(16)
    expect((await ops.run('dismiss --crowd CRWD-1013 --yes')).output).toContain('Dismissed: 2.')
    expect(await waiting()).toBe(14)
    await ops.run('dismiss --crowd --yes')
    expect((await codes('orders')).sort()).toEqual(['AAAA-0001', 'AAAA-0002'])
    await ops.run('dismiss CRWD-1000 --undo')
    expect(await codes('orders')).toContain('CRWD-1000')
  })

  it('a mistyped address is corrected, and the donor’s emails go there under a new Message-ID', async () => {
    const order = await ops.putOrder({ code: 'AAAA-0001', email: 'olha@exmaple.org', ...paid })
    await inTransaction(ops.store, trx =>
      insertEmails(trx, [buildEmail({ subjectId: order.id })], 1),
    )
    await ops.store.db.updateTable('emails').set({ state: 'failed', attempts: 9 }).execute()
    const before = await findEmail(ops.store.db, order.id, 'donor-thanks')
    expect((await ops.run('resend AAAA-0001 --to olha@example.org')).exitCode).toBe(0)
    const after = await findEmail(ops.store.db, order.id, 'donor-thanks')
    expect(after).toMatchObject({ recipient: 'olha@example.org', state: 'waiting', attempts: 0 })
    expect(after?.messageId).not.toBe(before?.messageId)
    expect((await findOrder(ops.store.db, { code: 'AAAA-0001' }))?.email).toBe('olha@example.org')
  })

  it('of a donation that was returned the refund is told again, and there are no thanks', async () => {
    const returned = { ...paid, payment: 'returned' } as const
    const order = await ops.putOrder({
      code: 'AAAA-0001',
      email: 'olha@exmaple.org',
      ...returned,
    })
    await inTransaction(ops.store, async trx => {
      const entry = { orderId: order.id, at: 1, event: 'refund', detail: '' }
      const refund = await addHistory(trx, entry)
      const emails = [
        buildEmail({ subjectId: order.id }),
        buildEmail({ subjectId: refund, kind: 'donor-refunded' }),
      ]
      await insertEmails(trx, emails, 1)
    })
    await ops.store.db.updateTable('emails').set({ state: 'failed', attempts: 9 }).execute()
    await ops.run('resend AAAA-0001 --to olha@example.org')
    const emails = await ops.store.db.selectFrom('emails').select(['kind', 'state']).execute()
    expect(emails.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
      { kind: 'donor-refunded', state: 'waiting' },
      { kind: 'donor-thanks', state: 'failed' },
    ])
  })

  it('the emails of a candle that was unlit and lit again are resent without the withdrawn report, with time to undo it', async () => {
    const order = await ops.putOrder({ code: 'AAAA-0001', ...paid })
    const submit = (action: 'lit' | 'undo') => ops.submit('AAAA-0001', action)
    const sendAll = () =>
      ops.store.db.updateTable('emails').set({ state: 'sent', attempts: 1, sentAt: 1 }).execute()
    await submit('lit')
    await sendAll()
    ops.clock.now += 1000
    await submit('undo')
    await sendAll()
    ops.clock.now += 1000
    await submit('lit')
    const litAt = ops.clock.now
    ops.clock.now += 1000
    const { output } = await ops.run('resend AAAA-0001 --to olha@example.org --json')
    expect(JSON.parse(output)).toMatchObject({ emails: 2 })
    const find = (kind: EmailKind) => findEmail(ops.store.db, order.id, kind)
    expect(await find('donor-thanks')).toMatchObject({ state: 'waiting', runAt: ops.clock.now })
    expect(await find('donor-photo-report')).toMatchObject({
      recipient: 'olha@example.org',
      runAt: litAt + 15 * 60_000,
    })
  })

  it.each<[string, number, string, Partial<Order>]>([
    ['dismiss AAAA-0001 --undo', 0, 'was not dismissed: it waits as before.', {}],
    ['dismiss AAAA-0001', 0, 'was dismissed before.', { fulfilment: 'dismissed' }],
    ['emails --retry', 0, 'nothing to retry', {}],
    ['emails abc --retry', 2, 'no email abc', {}],
    ['dismiss AAAA-0001 --undo', 1, 'is empty', { fulfilment: 'dismissed', erasedAt: 1 }],
    ['lit AAAA-0001', 64, 'unknown command', {}],
    ['links', 64, 'Add --revoke', {}],
    ['dismiss AAAA-0001', 1, 'add --paid', paid],
    ['resend AAAA-0001 --to olha@example.org', 1, 'has no confirmed donation', {}],
    ['resend AAAA-0001', 1, 'were erased', { erasedAt: 1 }],
    ['resend AAAA-0001 --to nonsense', 64, 'no valid address', paid],
    ['dismiss ZZZZ-ZZZZ', 2, 'does not exist', {}],
    ['show ZZZZ-ZZZZ', 2, 'no order ZZZZ-ZZZZ', {}],
    ['complete ZZZZ-ZZZZ --name Іван', 2, 'no order ZZZZ-ZZZZ', {}],
    ['complete AAAA-0001', 64, 'Name what is missing', paid],
    ['complete AAAA-0001 --name Іван', 1, 'lacks nothing', paid],
    ['complete AAAA-0001 --purpose Мир', 64, 'add --name', { ...wordless, ...paid }],
    [
      'complete AAAA-0001 --name Іван',
      64,
      'add --purpose',
      { needsDetails: true, purpose: '', ...paid },
    ],
    [
      'complete AAAA-0001 --name Іван --purpose Мир',
      1,
      'was dismissed',
      { ...wordless, fulfilment: 'dismissed' },
    ],
    ['forget olha@example.org ivan@example.org --yes', 64, 'too many arguments', {}],
    ['orders --colour red', 64, 'unknown option', {}],
    ['orders --state red', 64, 'Allowed choices', {}],
    ['dismiss', 64, 'Name the codes of orders', {}],
  ])('“%s” changes nothing, ends with %i and says “%s”', async (line, exitCode, said, state) => {
    const order = await ops.putOrder({ code: 'AAAA-0001', ...state })
    expect(await ops.run(line)).toMatchObject({
      exitCode,
      output: expect.stringContaining(said),
    })
    expect(await findOrder(ops.store.db, { code: 'AAAA-0001' })).toEqual(order)
  })

  it('lists the names to be read aloud, and writes them as a page to print', async () => {
    await ops.putOrder({ code: 'AAAA-0001', name: 'Марія', purpose: 'за здоров’я' })
    await ops.putOrder({ code: 'AAAA-0002', name: 'Петро', ...lit })
    const { output } = await ops.run('list')
    expect(output).toContain('За здоров’я\n  AAAA-0001  Марія')
    expect(output).not.toContain('Петро')
    const sheet = (await ops.run('list --print')).output
    expect(sheet).toContain('size: A4')
    expect(sheet).toContain('Марія')
  })

  it('shows an order whole, by its code however it is typed', async () => {
    await ops.putOrder({ code: 'K7F3-9QXM', needsDetails: true, ...paid })
    const { output, exitCode } = await ops.run('show k7f39qxm')
    expect(exitCode).toBe(0)
    for (const part of ['K7F3-9QXM', 'Іван', 'confirmedUah     200.00', 'needs details'])
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

  it('a failed email is listed, shown and retried', async () => {
    await inTransaction(ops.store, trx => insertEmails(trx, [buildEmail()], 1))
    await ops.store.db.updateTable('emails').set({ state: 'failed', attempts: 9 }).execute()
    const [email] = JSON.parse((await ops.run('emails --state failed --json')).output)
    expect((await ops.run(`emails ${email.id}`)).output).toContain('Вітаємо')
    expect((await ops.run('emails --retry')).output).toBe('Tried again now: 1.')
    expect(await ops.run(`emails ${email.id} --retry`)).toMatchObject({
      exitCode: 1,
      output: `Email ${email.id} has not failed: it is waiting.`,
    })
    expect(await findEmail(ops.store.db, 'order-1', 'donor-thanks')).toMatchObject({
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
    expect(csv).toContain(',paid,,200,200,')
    expect((await ops.run(`export --out ${file}`)).exitCode).toBe(64)
    expect(await readFile(file, 'utf8')).toBe(csv)
  })

  it.runIf(process.platform === 'linux')(
    'an export that does not fit on the disk leaves nothing behind',
    async () => {
      await ops.putOrder({ name: 'x'.repeat(3_000_000) })
      const file = join(ops.dataDir, 'orders.csv')
      limitFileSize(2_000_000)
      const full = await ops.run(`export --out ${file}`).finally(() => limitFileSize('unlimited'))
      expect(full.output).toContain('EFBIG')
      expect((await ops.run(`export --out ${file}`)).exitCode).toBe(0)
    },
  )

  it('a name cannot become a formula, whatever the list separator of the spreadsheet', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1', '\u200b=1', '|calc']
    const names = [...formulas, "Марія;=cmd|'/C calc'!A0;", 'Марія\t=1', 'Марія, ; =1', '"";=1']
    for (const [index, name] of names.entries())
      await ops.putOrder({ name, code: `AAAA-00${10 + index}` })
    const [, ...lines] = (await ops.run('export')).output.trimEnd().split('\n')
    expect(lines).toHaveLength(names.length)
    const cells = lines.flatMap(line => [',', ';', '\t', '|'].flatMap(each => line.split(each)))
    expect(cells.filter(cell => /^[\s"\p{Cf}]*[=+\-@＝|]/u.test(cell))).toEqual([])
  })
})

it('the history of an order tells how its payment became known', async () => {
  const api = await openApi()
  const learned: Record<string, (intent: string) => Promise<unknown>> = {
    'found when the page sent the order': intent => api.place(intent),
    'found when the page asked': intent => api.outcome(intent, { words: {} }),
    'told by a webhook': intent => deliver(api, writeEvent({ intent })),
    'found by a check of the server, without a webhook': async () => {
      api.advance(61_000)
      await api.syncDue()
    },
    'found in the provider’s lists, without a webhook': () => api.run(),
  }
  const intents = new Map<string, string>()
  for (const [how, learn] of Object.entries(learned)) {
    const intent = await api.create(200)
    await api.draft(intent)
    await api.pay(intent)
    await learn(intent)
    await api.syncDue()
    intents.set(how, intent)
  }
  api.advance(61_000)
  await api.syncDue()
  const variables = { DATA_DIR: api.dataDir, CARD_PROVIDER: 'none' }
  for (const [how, intent] of intents) {
    const { output } = await runOps(['show', intent], { variables, now: api.services.now })
    expect(output).toMatch(new RegExp(` paid +200\\.00 UAH, ${how}$`, 'm'))
  }
})

it('an order without words is completed by an operator, and the temple is told', async () => {
  const api = await openApi()
  const intent = await api.createPaid(200)
  await api.run()
  api.advance(11 * 60_000)
  await api.syncDue()
  await notifyTemple(api.services)
  const variables = { DATA_DIR: api.dataDir, CARD_PROVIDER: 'none' }
  const run = (...words: string[]) => runOps(words, { variables, now: api.services.now })
  expect((await run('orders', '--payment', 'paid')).output).toContain('came without words')
  expect((await run('show', intent)).output).toContain('of a payment whose words never came')
  const words = ['complete', intent, '--name', 'Ганна\r', '--purpose', 'за здоров’я']
  expect(await run(...words)).toMatchObject({ exitCode: 0 })
  expect(await run(...words)).toMatchObject({ exitCode: 1 })
  const completed = { name: 'Ганна', payment: 'paid', needsDetails: false }
  expect(await listOrders(api.services)).toMatchObject([completed])
  const emails = api.services.store.db.selectFrom('emails').select('textBody')
  const [added] = await emails.where('kind', '=', 'temple-details-added').execute()
  expect(added?.textBody).toContain('Ганна')
})
