import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { insertEmails } from '../../../src/server/db/emails'
import { addHistory, findOrder } from '../../../src/server/db/orders'
import { inTransaction } from '../../../src/server/db/store'
import { reversalEmails } from '../../../src/server/emails/payment-emails'
import { eraseExpired } from '../../../src/server/retention/erase'
import { dayMs } from '../../../src/shared/durations'
import { engines } from '../../setup/test-store'
import { paid } from '../build-order'
import { buildMailConfig } from '../emails/mail-config'
import { opsForEach } from './open-ops'

const publicUrl = new URL('https://candles.example.org')
const emailSettings = { ...buildMailConfig(), publicUrl, temple: null }
const secrets = ['Севастіян', 'sevastian@example.org']

describe.each(engines)('what the temple was written of a person, store on %s', engine => {
  const ops = opsForEach(engine)

  const listEmails = () => ops.store.db.selectFrom('emails').selectAll().execute()

  async function expectForgotten() {
    const emails = await listEmails()
    const left = JSON.stringify(emails)
    for (const secret of secrets) expect(left).not.toContain(secret)
    expect(emails.map(email => email.state)).not.toContain('waiting')
    expect(await readdir(join(ops.dataDir, 'mail'))).toEqual([])
  }

  /** The mail file of each email, as in a demo. */
  async function writeMailFiles() {
    const folder = join(ops.dataDir, 'mail')
    await mkdir(folder)
    const emails = await ops.store.db.selectFrom('emails').select(['id', 'kind']).execute()
    for (const { id, kind } of emails)
      await writeFile(join(folder, `now-${kind}-${id}.eml`), 'mail')
  }

  it('the email about a refund is erased with its order, which came without words', async () => {
    const wordless = { channel: 'payment', name: '', purpose: '', needsDetails: true } as const
    const order = { ...wordless, ...paid, email: 'sevastian@example.org' }
    await ops.putOrder({ code: 'AAAA-0001', paymentIntentId: 'pi_1', ...order })
    await inTransaction(ops.store, async trx => {
      const stored = (await findOrder(trx, { code: 'AAAA-0001' })) ?? expect.unreachable()
      const told = { orderId: stored.id, at: 1, event: 'refund', detail: '' }
      const payment = { paymentIntentId: 'pi_1', livemode: false }
      const refund = { news: 'whole', amountKopiykas: 20_000, leftKopiykas: 0, payment } as const
      const id = await addHistory(trx, told)
      await insertEmails(trx, reversalEmails(emailSettings, stored, { id, ...refund }), 1)
    })
    await writeMailFiles()
    expect(JSON.stringify(await listEmails())).toContain('sevastian@example.org')
    await ops.run('forget AAAA-0001 --yes --paid')
    await expectForgotten()
  })

  it('an address with Cyrillic letters is found in any case, one that contains it is another', async () => {
    await ops.putOrder({ code: 'AAAA-0001', email: 'Севастіян@пошта.УКР' })
    await ops.putOrder({ code: 'AAAA-0002', email: 'о.севастіян@пошта.укр' })
    expect((await ops.run('forget севастіян@Пошта.укр --yes')).exitCode).toBe(0)
    const orders = ops.store.db.selectFrom('orders').select('email').orderBy('code')
    expect(await orders.execute()).toEqual([{ email: null }, { email: 'о.севастіян@пошта.укр' }])
  })

  it('the confirmation of a submission names nobody, and goes after the order', async () => {
    await ops.putOrder({ code: 'AAAA-0001', name: 'Севастіян', email: secrets[1] ?? null })
    await ops.submit('AAAA-0001', 'lit')
    const { db } = ops.store
    const email = await db
      .selectFrom('emails')
      .selectAll()
      .where('kind', '=', 'temple-submission')
      .executeTakeFirstOrThrow()
    for (const secret of secrets) expect(JSON.stringify(email)).not.toContain(secret)
    ops.clock.now += 91 * dayMs
    const services = { ...ops, now: () => ops.clock.now, provider: null }
    await eraseExpired(services, { retentionDays: 90, mailFolder: join(ops.dataDir, 'mail') })
    expect(await db.selectFrom('submissions').selectAll().execute()).toEqual([])
  })
})
