import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { insertEmails } from '../../../src/server/db/emails'
import type { Ticket } from '../../../src/server/db/schema'
import { inTransaction } from '../../../src/server/db/store'
import { saveTicket } from '../../../src/server/db/tickets'
import { ticketEmail } from '../../../src/server/emails/payment-emails'
import { eraseExpired } from '../../../src/server/retention/erase'
import { dayMs } from '../../../src/shared/durations'
import { engines } from '../../setup/test-store'
import { buildTicket } from '../build-order'
import { buildMailConfig } from '../emails/mail-config'
import { opsForEach } from './open-ops'

const publicUrl = new URL('https://candles.example.org')
const emailSettings = { ...buildMailConfig(), publicUrl, temple: null }
const secrets = ['Севастіян', 'sevastian@example.org', 'Sevastian Payer', '4242']

describe.each(engines)('what the temple was written of a person, store on %s', engine => {
  const ops = opsForEach(engine)

  async function expectForgotten() {
    const { db } = ops.store
    const emails = await db.selectFrom('emails').selectAll().execute()
    const tickets = await db.selectFrom('tickets').selectAll().execute()
    const left = JSON.stringify([emails, tickets])
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

  /** A ticket of one Sebastian, and the temple's email about it. */
  async function putTicket(columns: Partial<Ticket> = {}) {
    const ticket = buildTicket(columns)
    const email = ticketEmail(emailSettings, { ...ticket, billingName: 'Sevastian Payer' })
    await inTransaction(ops.store, async trx => {
      await saveTicket(trx, ticket)
      await insertEmails(trx, [email], 1)
    })
  }

  it('the email about a payment without an order is erased with its payer’s address', async () => {
    await putTicket()
    await writeMailFiles()
    expect((await ops.run('forget sevastian@example.org --yes')).exitCode).toBe(0)
    await expectForgotten()
  })

  it('an address with Cyrillic letters is found in any case, one that contains it is another', async () => {
    await ops.putOrder({ code: 'AAAA-0001', email: 'Севастіян@пошта.УКР' })
    await ops.putOrder({ code: 'AAAA-0002', email: 'о.севастіян@пошта.укр' })
    expect((await ops.run('forget севастіян@Пошта.укр --yes')).exitCode).toBe(0)
    const orders = ops.store.db.selectFrom('orders').select('email').orderBy('code')
    expect(await orders.execute()).toEqual([{ email: null }, { email: 'о.севастіян@пошта.укр' }])
  })

  it('an order is erased with the email that reported its payment earlier', async () => {
    await putTicket({ state: 'closed', closedAt: 1 })
    await ops.putOrder({ code: 'AAAA-0001', name: 'Севастіян', paymentIntentId: 'pi_1' })
    await writeMailFiles()
    await ops.run('forget AAAA-0001 --yes')
    await expectForgotten()
  })

  it('the email about a closed ticket is erased also where only it names the payer', async () => {
    const closedAt = ops.clock.now - 91 * dayMs
    await putTicket({ state: 'closed', closedAt, cardLast4: null, billingEmail: null })
    await writeMailFiles()
    const services = { ...ops, now: () => ops.clock.now, provider: null }
    await eraseExpired(services, { retentionDays: 90, mailFolder: join(ops.dataDir, 'mail') })
    await expectForgotten()
  })

  it('the confirmation of a press names nobody, and goes after the order', async () => {
    await ops.putOrder({ code: 'AAAA-0001', name: 'Севастіян', email: secrets[1] ?? null })
    await ops.press('AAAA-0001', 'lit')
    const { db } = ops.store
    const email = await db
      .selectFrom('emails')
      .selectAll()
      .where('kind', '=', 'temple-pressed')
      .executeTakeFirstOrThrow()
    for (const secret of secrets) expect(JSON.stringify(email)).not.toContain(secret)
    ops.clock.now += 91 * dayMs
    const services = { ...ops, now: () => ops.clock.now, provider: null }
    await eraseExpired(services, { retentionDays: 90, mailFolder: join(ops.dataDir, 'mail') })
    expect(await db.selectFrom('presses').selectAll().execute()).toEqual([])
  })
})
