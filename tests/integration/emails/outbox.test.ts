import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findEmail } from '../../../src/server/db/emails'
import { isStoreFailure } from '../../../src/server/db/failures'
import { sendEmailsAgain } from '../../../src/server/db/outbox-admin'
import { insertPhotos } from '../../../src/server/db/photos'
import type { StoredEmail } from '../../../src/server/db/schema'
import type { Engine } from '../../../src/server/db/store'
import { hourMs } from '../../../src/shared/durations'
import { findFreePort } from '../../setup/free-port'
import { isFull } from '../../setup/is-full'
import { bothEngines, engines } from '../../setup/test-store'
import { buildEmail } from './build-email'
import { openOutbox, type TestOutbox } from './open-outbox'
import { startSmtpServer, type TestSmtpServer } from './start-smtp-server'

/** A busy machine takes longer than a visitor waits. */
const patientMs = 60_000

let smtp: TestSmtpServer
let test: TestOutbox

/** An outbox with its mail server for each test of a `describe`. */
function openForEach(engine: Engine): void {
  beforeEach(async () => {
    smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    test = await openOutbox(engine, { smtpUrl: smtp.url })
  })
}

describe.each(engines)('the outbox on %s', engine => {
  openForEach(engine)

  it('an email goes out once, in both forms, under its fixed Message-ID, with all that belongs to it', async () => {
    const photoSetId = 'set'
    await insertPhotos(test.store.db, photoSetId, ['one', 'two'].map(Buffer.from), 0)
    await test.put(buildEmail({ photoSetId }))
    expect(await test.outbox.runOnce()).toBe(1)
    expect(await test.outbox.runOnce()).toBe(0)
    expect(smtp.received).toMatchObject([
      {
        messageId: (await test.findStored()).messageId,
        ...{ subject: 'Дякуємо', text: 'Вітаємо', html: '<p>Вітаємо</p>' },
        replyTo: [{ address: 'temple@example.org' }],
        attachments: [
          { contentId: '<photo>', mimeType: 'image/jpeg' },
          { contentId: '<photo-2>', mimeType: 'image/jpeg' },
        ],
      },
    ])
    const contents = smtp.received[0]?.attachments.map(each => each.content as ArrayBuffer) ?? []
    const texts = contents.map(content => Buffer.from(content).toString())
    expect(texts).toEqual(['one', 'two'])
  })

  it('the same kind of email about the same order is stored once', async () => {
    await test.put(buildEmail())
    await test.put(buildEmail(), buildEmail({ kind: 'temple-notice' }))
    await test.outbox.runOnce()
    expect(smtp.received).toHaveLength(2)
  })

  // Longer than a lease, or back: the clock was set meanwhile.
  it.each([
    [0, 10_000],
    [60_000, 60_001],
    [0, hourMs],
    [0, -3 * hourMs],
  ])(
    'the loop leaves an email of thanks to a request that is %i ms late and takes %i ms',
    async (late, slow) => {
      smtp.behaviour = 'slow'
      await test.insertForImmediateSend(buildEmail())
      test.clock.now += late
      expect(await test.outbox.runOnce()).toBe(0)
      const sending = test.outbox.tryNow(await test.findStored(), patientMs)
      await expect.poll(() => smtp.handedOver).toBe(1)
      test.clock.now += slow
      expect(await test.outbox.runOnce()).toBe(0)
      expect(await sending).toBe(true)
      expect(smtp.received).toHaveLength(1)
    },
  )

  it('an email that is sent again to another address during a delivery arrives there', async () => {
    const { db } = test.store
    smtp.behaviour = 'slow'
    await test.insertForImmediateSend(buildEmail())
    const sending = test.outbox.tryNow(await test.findStored(), patientMs)
    await expect.poll(() => smtp.handedOver).toBe(1)
    const at = { now: test.clock.now, isThanked: true }
    expect(await sendEmailsAgain(db, 'order-1', 'corrected@example.org', at)).toBe(1)
    await sending
    expect(await test.outbox.runOnce()).toBe(1)
    expect(smtp.received).toHaveLength(2)
  })

  it('the loop takes over a reserved email whose request died', async () => {
    await test.insertForImmediateSend(buildEmail())
    expect(await test.outbox.runOnce()).toBe(0)
    test.clock.now += 120_000
    expect(await test.outbox.runOnce()).toBe(1)
  })

  it('a failed first try of a reserved email counts as one', async () => {
    smtp.behaviour = 'refuse for now'
    await test.insertForImmediateSend(buildEmail())
    expect(await test.outbox.tryNow(await test.findStored(), patientMs)).toBe(false)
    expect(await test.findStored()).toMatchObject({ attempts: 1, runAt: test.clock.now + 15_000 })
  })

  it('of more first tries than are made at once the loop makes the others soon', async () => {
    smtp.behaviour = 'slow'
    const emails = Array.from({ length: 25 }, (_, i) => buildEmail({ subjectId: `order-${i}` }))
    for (const email of emails) await test.insertForImmediateSend(email)
    const stored = await test.store.db.selectFrom('emails').selectAll().execute()
    const tries = stored.map(email => test.outbox.tryNow(email, patientMs))
    expect(await Promise.all(tries.slice(20))).toEqual(Array(5).fill(false))
    // A first try that has begun is left alone.
    expect(await test.outbox.runOnce()).toBe(5)
    expect(await Promise.all(tries.slice(0, 20))).toEqual(Array(20).fill(true))
    expect(smtp.received).toHaveLength(25)
  })

  it.runIf(engine === 'sqlite')(
    'an outage of the store in the middle of a batch is one outage, as any other',
    async () => {
      await test.put(...[1, 2, 3, 4].map(i => buildEmail({ subjectId: `order-${i}` })))
      // Emails can be listed, but not leased.
      await sql`create trigger outage before update on emails begin select raise(abort, ''); end`.execute(
        test.store.db,
      )
      const error = await test.outbox.runOnce().catch((error: unknown) => error)
      expect(isStoreFailure(error)).toBe(true)
    },
  )

  it('urgent emails go first and say so', async () => {
    await test.put(buildEmail({ kind: 'temple-notice', subject: 'later' }))
    await test.put(
      ...Array.from({ length: 20 }, (_, i) => buildEmail({ subjectId: `order-${i + 2}` })),
    )
    await test.put(buildEmail({ kind: 'temple-disputed', subject: 'first', urgent: true }))
    await test.outbox.runOnce()
    const urgent = smtp.received.findIndex(mail => mail.subject === 'first')
    // Three are on their way together.
    expect(urgent).toBeLessThan(10)
    const headers = smtp.received[urgent]?.headers ?? []
    expect(headers).toContainEqual(expect.objectContaining({ key: 'importance', value: 'High' }))
  })

  it('what a visitor typed as an address never becomes two recipients', async () => {
    await test.put(buildEmail({ recipient: 'boss@example.org,x' }))
    await test.outbox.runOnce()
    expect(smtp.recipients).not.toContain('boss@example.org')
  })

  it('stopping finishes the emails being sent, and the rest keep waiting', async () => {
    smtp.behaviour = 'slow'
    await test.put(...Array.from({ length: 9 }, (_, i) => buildEmail({ subjectId: `order-${i}` })))
    test.outbox.start()
    await expect.poll(() => smtp.received.length).toBeGreaterThan(0)
    await test.outbox.stop()
    const emails = await test.store.db.selectFrom('emails').selectAll().execute()
    const sent = emails.filter(email => email.state === 'sent').length
    expect(sent).toBeLessThan(9)
    expect(smtp.received).toHaveLength(sent)
    expect(emails.filter(email => email.attempts === 0)).toHaveLength(9 - sent)
  })

  it.each(['loop', 'request'])(
    'stopping gives up an email of a %s that no mail server takes, and the next process tries it soon',
    async sender => {
      const { outbox, put, findStored, clock } = await openOutbox(engine, {
        smtpUrl: smtp.url,
        finishWithinMs: 100,
      })
      smtp.behaviour = 'greet late'
      await put(buildEmail())
      if (sender === 'loop') outbox.start()
      else void outbox.tryNow(await findStored(), 0)
      await expect.poll(() => smtp.ungreeted.length).toBe(1)
      await outbox.stop()
      const again = { state: 'waiting', runAt: clock.now + 15_000, lastError: 'ECONNECTION' }
      expect(await findStored()).toMatchObject(again)
    },
  )

  it('a slow mail server delays nobody, and the email arrives once', async () => {
    smtp.behaviour = 'slow'
    await test.put(buildEmail())
    expect(await test.outbox.tryNow(await test.findStored(), 50)).toBe(false)
    expect(smtp.received).toEqual([])
    await test.outbox.runOnce()
    await expect.poll(async () => (await test.findStored()).state).toBe('sent')
    expect(smtp.received).toHaveLength(1)
  })

  it.each([
    ['is down', () => smtp.close()],
    [
      'hangs up',
      async () => {
        smtp.behaviour = 'hang up'
      },
    ],
  ])('while the mail server %s, a few emails try and the others wait', async (_, fail) => {
    await fail()
    const emails = Array.from({ length: 20 }, (_, i) => buildEmail({ subjectId: `order-${i}` }))
    await test.put(...emails)
    await test.outbox.runOnce()
    const tried = await test.store.db
      .selectFrom('emails')
      .where('attempts', '>', 0)
      .selectAll()
      .execute()
    expect(tried.length).toBeGreaterThan(0)
    expect(tried.length).toBeLessThan(6)
  })

  it('with every fault in sequence, each email arrives once', async () => {
    const faults = ['refuse for now', 'drop', 'down', 'slow', 'accept'] as const
    const rounds = isFull ? [...faults, ...faults, ...faults, ...faults] : [...faults, ...faults]
    for (const [round, fault] of rounds.entries()) {
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
    expect(smtp.received).toHaveLength(5 * rounds.length)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(5 * rounds.length)
  })

  it('an email without a confirmed acceptance is sent again under the same Message-ID', async () => {
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

  it('what waits for a wrong address of the temple goes to the corrected one', async () => {
    smtp.behaviour = 'refuse recipients'
    await test.put(buildEmail({ kind: 'temple-notice', recipient: 'nobody@example.org' }))
    await test.outbox.runOnce()
    smtp.behaviour = 'accept'
    const corrected = await test.addSender({ templeEmail: 'priest@example.org, b@example.org' })
    test.clock.now += 60_000
    await corrected.runOnce()
    expect(smtp.recipients.slice(1)).toEqual(['priest@example.org', 'b@example.org'])
    expect(await findEmail(test.store.db, 'order-1', 'temple-notice')).toMatchObject({
      state: 'sent',
      recipient: 'priest@example.org, b@example.org',
    })
  })

  it('what a mail server says of an address, and not when, ends its email', async () => {
    const unknown = {
      'no-code': '550 <no-code@example.org> has no mailbox here',
      code: '550 5.1.1 No such user',
      moved: '551 User not local',
      'no-domain': '550 5.1.2 Bad destination system address',
    }
    const others = {
      full: '552 5.2.2 Mailbox full',
      'full-no-code': '550 The mailbox of this user is full',
      storage: '552 Requested action aborted: exceeded storage allocation',
      many: '552 Too many recipients',
      inactive: '550 5.2.1 The account is inactive for now',
      order: '503 5.5.1 Bad sequence of commands',
      grey: '451 4.7.1 Greylisted',
    }
    const ofUs = {
      listed: '550 JunkMail rejected - mail.example.org is in an RBL',
      blocked: '554 mail.example.org is blocked',
      verify: '550 Sender verify failed',
      relay: '550 relay not permitted',
      'relay-code': '554 5.7.1 relay access denied',
      policy: '550 5.7.1 Rejected by policy',
      quota: '550 5.4.5 Daily sending limit exceeded',
      sender: '550 5.1.8 Bad sender system address',
    }
    const unknownAtEnd = {
      'late-code': '550 5.1.1 No such user',
      'late-words': '554 delivery error: This user doesn’t have an account here',
    }
    const othersAtEnd = { 'late-other': '550 Administrative prohibition' }
    const ofUsAtEnd = { 'late-spam': '554 5.7.1 This looks like spam', 'late-policy': '550 5.7.1' }
    Object.assign(smtp.replies.atRecipient, unknown, others, ofUs)
    Object.assign(smtp.replies.atEnd, unknownAtEnd, othersAtEnd, ofUsAtEnd)
    const names = Object.keys({ ...smtp.replies.atRecipient, ...smtp.replies.atEnd })
    await test.put(
      ...names.map(name => buildEmail({ subjectId: name, recipient: `${name}@example.org` })),
    )
    await test.outbox.runOnce()
    const emails = await test.store.db.selectFrom('emails').selectAll().execute()
    const list = (isListed: (email: StoredEmail) => boolean) =>
      emails
        .filter(isListed)
        .map(({ subjectId }) => subjectId)
        .sort()
    expect(list(({ state }) => state === 'failed')).toEqual(
      Object.keys({ ...unknown, ...unknownAtEnd }).sort(),
    )
    // The operator reads why, and nobody’s address.
    expect(list(({ lastError }) => /refuses us/.test(lastError ?? ''))).toEqual(
      Object.keys({ ...ofUs, ...ofUsAtEnd }).sort(),
    )
    const errorOf = (name: string) => emails.find(each => each.subjectId === name)?.lastError
    expect(errorOf('no-code')).toBe('EENVELOPE 550 at RCPT TO')
    expect(errorOf('relay-code')).toBe(
      'EENVELOPE 554 at RCPT TO (the mail server refuses us, not the address)',
    )
  })

  it('a mail server that greets only after half a minute gets its emails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    smtp.behaviour = 'greet late'
    await test.put(buildEmail())
    const run = test.outbox.runOnce()
    // The server of the test lets a client speak too early for a tenth of a second.
    const connected = () => vi.advanceTimersByTime(100) && smtp.ungreeted.length
    await expect.poll(connected, { interval: 10 }).toBe(1)
    vi.advanceTimersByTime(30_000)
    for (const greet of smtp.ungreeted) greet()
    expect(await run).toBe(1)
    expect(smtp.received).toHaveLength(1)
  })

  // As long as it takes.
  it.runIf(engine === 'sqlite' && isFull)(
    'an email that a mail server looks into for forty seconds arrives once',
    async () => {
      Object.assign(smtp, { behaviour: 'slow', slowMs: 40_000 })
      await test.put(buildEmail())
      expect(await test.outbox.runOnce()).toBe(1)
      expect(smtp.received).toHaveLength(1)
    },
  )

  it('an address of the temple that was rejected gets the email later, alone', async () => {
    smtp.behaviour = 'refuse the deacon'
    const templeEmail = 'Temple <temple@example.org>, Deacon <deacon@example.org>'
    const outbox = await test.addSender({ templeEmail })
    await test.put(buildEmail({ recipient: templeEmail, kind: 'temple-summary' }))
    await outbox.runOnce()
    const stored = await findEmail(test.store.db, 'order-1', 'temple-summary')
    const lastError = 'EENVELOPE 451 at RCPT TO'
    expect(stored).toMatchObject({ state: 'waiting', recipient: 'deacon@example.org', lastError })
    smtp.behaviour = 'accept'
    test.clock.now += hourMs
    expect(await outbox.runOnce()).toBe(1)
    const sentTo = smtp.received.map(mail => mail.to?.map(({ address }) => address))
    expect(sentTo).toEqual([['temple@example.org', 'deacon@example.org'], ['deacon@example.org']])
  })

  it('the pauses between tries double from a quarter of a minute to an hour, and end after days', async () => {
    await smtp.close()
    await test.put(buildEmail())
    const start = test.clock.now
    const pauses: number[] = []
    for (;;) {
      await test.outbox.runOnce()
      const { state, runAt } = await test.findStored()
      if (state === 'failed') break
      pauses.push(runAt - test.clock.now)
      test.clock.now = runAt
    }
    expect(pauses.slice(0, 3)).toEqual([15_000, 30_000, 60_000])
    expect(new Set(pauses.slice(8))).toEqual(new Set([hourMs]))
    const days = (test.clock.now - start) / (24 * hourMs)
    expect(days).toBeGreaterThan(4)
    expect(days).toBeLessThan(6)
  })
})

describe.each(bothEngines)('two senders, store on %s', engine => {
  openForEach(engine)

  it('several senders send no email twice', async () => {
    const count = 60
    await test.put(
      ...Array.from({ length: count }, (_, i) => buildEmail({ subjectId: `order-${i}` })),
    )
    const other = await test.addSender()
    const sent = await Promise.all([test.outbox.runOnce(), other.runOnce()])
    expect(sent.every(number => number > 0)).toBe(true)
    expect(sent.reduce((sum, number) => sum + number)).toBe(count)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(count)
    expect(smtp.received).toHaveLength(count)
  })

  it('an email on its way is not sent by another process whose clock is hours behind', async () => {
    smtp.behaviour = 'slow'
    const other = await test.addSender()
    await test.insertForImmediateSend(buildEmail())
    await test.put(buildEmail({ kind: 'temple-notice' }))
    const sending = test.outbox.tryNow(await test.findStored(), patientMs)
    const run = test.outbox.runOnce()
    await expect.poll(() => smtp.handedOver).toBe(2)
    test.clock.now -= 3 * hourMs
    expect(await other.runOnce()).toBe(0)
    expect(await Promise.all([sending, run])).toEqual([true, 1])
    expect(smtp.received).toHaveLength(2)
  })
})

it('why a mail server cannot be reached is told', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  for (const [smtpUrl, cause] of [
    [`smtp://127.0.0.1:${await findFreePort()}`, 'ECONNREFUSED'],
    [`smtps://127.0.0.1:${smtp.port}`, 'wrong version number'],
  ] as const) {
    const test = await openOutbox('sqlite', { smtpUrl })
    await test.put(buildEmail())
    await test.outbox.runOnce()
    expect((await test.findStored()).lastError).toBe(`ESOCKET at CONN (${cause})`)
  }
})

describe('emails without a mail server', () => {
  it('become files that any mail program opens, named by time and kind, for our eyes only', async () => {
    const test = await openOutbox('sqlite')
    await test.put(buildEmail())
    expect(await test.outbox.tryNow(await test.findStored(), patientMs)).toBe(true)
    const [name = '', ...more] = await readdir(test.mail.folder)
    expect(more).toEqual([])
    expect(name).toMatch(/^2026-11-20T16-00-00-000Z-donor-thanks-.+\.eml$/)
    const mail = await PostalMime.parse(await readFile(join(test.mail.folder, name)))
    expect(mail).toMatchObject({ subject: 'Дякуємо', text: 'Вітаємо' })
    expect((await stat(join(test.mail.folder, name))).mode & 0o077).toBe(0)
  })
})
