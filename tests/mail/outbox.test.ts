import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertPhoto } from '../../src/server/db/photos'
import { engines } from '../set-up/test-store'
import { buildEmail } from './build-email'
import { openOutbox, type TestOutbox } from './open-outbox'
import { startSmtpServer, type TestSmtpServer } from './start-smtp-server'

describe.each(engines)('the outbox on %s', engine => {
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

  it('an email goes out once, in both forms, under its fixed Message-ID', async () => {
    await test.put(buildEmail({ replyTo: 'temple@example.org' }))
    expect(await test.outbox.runOnce()).toBe(1)
    expect(await test.outbox.runOnce()).toBe(0)
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toMatchObject({
      messageId: (await test.findStored()).messageId,
      subject: 'Дякуємо',
      text: 'Вітаємо',
      html: '<p>Вітаємо</p>',
      replyTo: [{ address: 'temple@example.org' }],
    })
  })

  it('the same kind of email about the same order is stored once', async () => {
    await test.put(buildEmail())
    await test.put(buildEmail(), buildEmail({ kind: 'temple-notice' }))
    await test.outbox.runOnce()
    expect(smtp.received).toHaveLength(2)
  })

  it('a try at once is true only when the mail server took the email', async () => {
    await test.put(buildEmail())
    expect(await test.outbox.tryNow('order-1', 'donor-thanks', 2_000)).toBe(true)
    await test.outbox.runOnce()
    expect(smtp.received).toHaveLength(1)
  })

  it('the loop leaves a fresh email of thanks to the request that waits for it', async () => {
    await test.put(buildEmail())
    test.clock.now -= 1
    expect(await test.outbox.runOnce()).toBe(0)
    expect(await test.outbox.tryNow('order-1', 'donor-thanks', 2_000)).toBe(true)
    expect(await test.outbox.tryNow('order-1', 'donor-thanks', 2_000)).toBe(true)
    expect(smtp.received).toHaveLength(1)
  })

  it('an email in the hand of a process that died is taken up again', async () => {
    await test.put(buildEmail())
    await test.store.db
      .updateTable('letters')
      .set({ runAt: test.clock.now + 120_000, attempts: 1 })
      .execute()
    expect(await test.outbox.runOnce()).toBe(0)
    test.clock.now += 120_001
    expect(await test.outbox.runOnce()).toBe(1)
    expect(smtp.received).toHaveLength(1)
  })

  it('urgent emails go first and say so', async () => {
    await test.put(buildEmail({ kind: 'temple-notice', subject: 'later' }))
    for (let i = 0; i < 3; i += 1) await test.put(buildEmail({ subjectId: `order-${i + 2}` }))
    await test.put(buildEmail({ kind: 'temple-ticket', subject: 'first', urgent: true }))
    await test.outbox.runOnce()
    const urgent = smtp.received.findIndex(mail => mail.subject === 'first')
    expect(urgent).toBeLessThan(3)
    const headers = smtp.received[urgent]?.headers ?? []
    expect(headers).toContainEqual(expect.objectContaining({ key: 'importance', value: 'High' }))
  })

  it('an email of a kind that is no longer made goes out as it was stored', async () => {
    await test.put(buildEmail())
    await sql`update letters set kind = 'donor-donation-returned'`.execute(test.store.db)
    expect(await test.outbox.runOnce()).toBe(1)
    expect(smtp.received).toMatchObject([{ subject: 'Дякуємо' }])
  })

  it('what a visitor typed as an address never becomes two recipients', async () => {
    await test.put(buildEmail({ recipient: 'boss@example.org,x' }))
    await test.outbox.runOnce()
    expect(smtp.recipients).not.toContain('boss@example.org')
  })

  it('stopping ends after the emails in hand, and the rest keep waiting', async () => {
    smtp.behaviour = 'slow'
    await test.put(...Array.from({ length: 9 }, (_, i) => buildEmail({ subjectId: `order-${i}` })))
    const turn = test.outbox.runOnce()
    await expect.poll(() => smtp.received.length).toBeGreaterThan(0)
    await test.outbox.stop()
    const sent = await turn
    expect(sent).toBeLessThan(9)
    const left = await test.store.db
      .selectFrom('letters')
      .where('attempts', '=', 0)
      .selectAll()
      .execute()
    expect(left).toHaveLength(9 - sent)
  })

  it('a hundred emails of two greedy loops arrive once each', async () => {
    const emails = Array.from({ length: 100 }, (_, i) => buildEmail({ subjectId: `order-${i}` }))
    await test.put(...emails)
    const sent = await Promise.all([test.outbox.runOnce(), test.outbox.runOnce()])
    expect(sent[0] + sent[1]).toBe(100)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(100)
    expect(smtp.received).toHaveLength(100)
  })

  it('a picture goes along where the HTML shows it', async () => {
    const jpeg = Buffer.from('picture')
    const photoId = await insertPhoto(test.store.db, { orderId: 'order-1', jpeg, now: 0 })
    await test.put(buildEmail({ kind: 'donor-photo-report', photoId }))
    await test.outbox.runOnce()
    const [picture] = smtp.received[0]?.attachments ?? []
    expect(picture).toMatchObject({ contentId: '<photo>', mimeType: 'image/jpeg' })
    expect(Buffer.from(picture?.content as ArrayBuffer).equals(jpeg)).toBe(true)
  })
})

describe('emails without a mail server', () => {
  it('become files that any mail program opens, named by time and kind, for our eyes only', async () => {
    const test = await openOutbox('sqlite', null)
    await test.put(buildEmail())
    expect(await test.outbox.tryNow('order-1', 'donor-thanks', 2_000)).toBe(true)
    const [name = '', ...more] = await readdir(test.mailFolder)
    expect(more).toEqual([])
    expect(name).toMatch(/^2026-11-20T16-00-00-000Z-donor-thanks-.+\.eml$/)
    const mail = await PostalMime.parse(await readFile(join(test.mailFolder, name)))
    expect(mail).toMatchObject({ subject: 'Дякуємо', text: 'Вітаємо' })
    expect((await stat(join(test.mailFolder, name))).mode & 0o077).toBe(0)
    await test.close()
  })
})
