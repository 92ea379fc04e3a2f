import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLetter } from '../../src/server/db/letters'
import { engines } from '../set-up/test-store'
import { buildEmail } from './build-email'
import { openOutbox, type TestOutbox } from './open-outbox'
import { startSmtpServer, type TestSmtpServer } from './start-smtp-server'

const hourMs = 60 * 60_000

describe.each(engines)('faults of the mail server, store on %s', engine => {
  let smtp: TestSmtpServer
  let test: TestOutbox

  beforeEach(async () => {
    smtp = await startSmtpServer()
    test = await openOutbox(engine, smtp.url)
  })
  afterEach(async () => {
    await test.close()
    await smtp.close()
  })

  it('a slow mail server holds nobody up, and the email arrives once all the same', async () => {
    smtp.behaviour = 'slow'
    await test.put(buildEmail())
    expect(await test.outbox.tryNow('order-1', 'donor-thanks', 50)).toBe(false)
    expect(smtp.received).toEqual([])
    await test.outbox.runOnce()
    await expect.poll(async () => (await test.findStored()).state).toBe('sent')
    expect(smtp.received).toHaveLength(1)
  })

  it('a mail server down for an hour gets the email once, when it is back', async () => {
    const { port } = smtp
    await smtp.close()
    await test.put(buildEmail())
    expect(await test.outbox.tryNow('order-1', 'donor-thanks', 2_000)).toBe(false)
    const end = test.clock.now + hourMs
    while ((await test.findStored()).runAt < end) {
      test.clock.now = (await test.findStored()).runAt
      expect(await test.outbox.runOnce()).toBe(0)
    }
    const { attempts, state } = await test.findStored()
    expect(state).toBe('waiting')
    expect(attempts).toBeGreaterThan(5)
    expect(attempts).toBeLessThan(15)
    smtp = await startSmtpServer(port)
    test.clock.now += 2 * hourMs
    expect(await test.outbox.runOnce()).toBe(1)
    expect(smtp.received).toHaveLength(1)
  })

  it('while nobody answers at the mail server, a few emails ask and the others wait their turn', async () => {
    await smtp.close()
    const emails = Array.from({ length: 20 }, (_, i) => buildEmail({ subjectId: `order-${i}` }))
    await test.put(...emails)
    await test.outbox.runOnce()
    const tried = await test.store.db
      .selectFrom('letters')
      .where('attempts', '>', 0)
      .selectAll()
      .execute()
    expect(tried.length).toBeGreaterThan(0)
    expect(tried.length).toBeLessThan(6)
  })

  it('a connection dropped after the email was handed over is tried again', async () => {
    smtp.behaviour = 'drop'
    await test.put(buildEmail())
    expect(await test.outbox.runOnce()).toBe(0)
    expect(smtp.handedOver).toBe(1)
    smtp.behaviour = 'accept'
    test.clock.now = (await test.findStored()).runAt
    expect(await test.outbox.runOnce()).toBe(1)
    expect(smtp.received).toHaveLength(1)
  })

  it('through a bad day of every fault in turn, each of a hundred emails arrives once', async () => {
    const faults = ['refuse for now', 'drop', 'down', 'slow', 'accept'] as const
    for (let round = 0; round < 20; round += 1) {
      const fault = faults[round % faults.length] ?? 'accept'
      const emails = [1, 2, 3, 4, 5].map(i => buildEmail({ subjectId: `order-${round}-${i}` }))
      await test.put(...emails)
      if (fault === 'down') await smtp.close()
      else smtp.behaviour = fault
      await test.outbox.runOnce()
      if (fault === 'down') smtp = await startSmtpServer(smtp.port, smtp.received)
      test.clock.now += hourMs / 10
    }
    smtp.behaviour = 'accept'
    test.clock.now += 2 * hourMs
    await test.outbox.runOnce()
    expect(smtp.received).toHaveLength(100)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(100)
  }, 60_000)

  it('an email kept by a server that never said so comes again under the same Message-ID', async () => {
    smtp.behaviour = 'keep and drop'
    await test.put(buildEmail())
    await test.outbox.runOnce()
    smtp.behaviour = 'accept'
    test.clock.now = (await test.findStored()).runAt
    await test.outbox.runOnce()
    const ids = smtp.received.map(mail => mail.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('a server that refuses for now gets the email later', async () => {
    smtp.behaviour = 'refuse for now'
    await test.put(buildEmail())
    await test.outbox.runOnce()
    expect(await test.findStored()).toMatchObject({
      state: 'waiting',
      lastError: expect.any(String),
    })
    smtp.behaviour = 'accept'
    test.clock.now = (await test.findStored()).runAt
    expect(await test.outbox.runOnce()).toBe(1)
  })

  it('a donor’s address that does not exist is given up at once, the temple’s is not', async () => {
    smtp.behaviour = 'refuse recipients'
    await test.put(buildEmail(), buildEmail({ kind: 'temple-notice' }))
    await test.outbox.runOnce()
    expect((await test.findStored()).state).toBe('failed')
    const notice = await findLetter(test.store.db, 'order-1', 'temple-notice')
    expect(notice?.state).toBe('waiting')
  })

  it('what went wrong is kept without the address it went wrong for', async () => {
    smtp.behaviour = 'refuse recipients'
    await test.put(buildEmail())
    await test.outbox.runOnce()
    expect((await test.findStored()).lastError).toBe('EENVELOPE 550 at RCPT TO')
  })

  it('an email is given up only after days of trying', async () => {
    await smtp.close()
    await test.put(buildEmail())
    const start = test.clock.now
    for (;;) {
      const { state, runAt } = await test.findStored()
      if (state === 'failed') break
      test.clock.now = runAt
      await test.outbox.runOnce()
    }
    const days = (test.clock.now - start) / (24 * hourMs)
    expect(days).toBeGreaterThan(4)
    expect(days).toBeLessThan(6)
  })
})
