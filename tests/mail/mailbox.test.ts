import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPhoto } from '../../src/server/db/photos'
import { engines } from '../set-up/test-store'
import { deliver, takePhoto, withMailbox } from './answer-by-mail'
import { openParish, type Parish } from './open-parish'
import { startDovecot, type TestMailbox } from './start-dovecot'

const code = 'K7F3-9QXM'
let dovecot: TestMailbox
let photo: Buffer

beforeAll(async () => {
  dovecot = await startDovecot()
  photo = await takePhoto()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
}, 120_000)
afterAll(() => dovecot.stop())

describe.each(engines)('answers in the temple’s mailbox, store on %s', engine => {
  let parish: Parish

  beforeEach(async () => {
    parish = await openParish(engine, dovecot.urlFor(randomUUID()))
  })
  afterEach(() => parish.close())

  /** An answer as a phone writes it; the test says what is remarkable. */
  async function answer(remarkable: object = {}) {
    const { replyTo } = await parish.takeOrder()
    return {
      from: 'Temple <temple@example.org>',
      to: replyTo ?? '',
      subject: 'Re: Candle',
      text: 'Lit.',
      messageId: `<${randomUUID()}@phone.example>`,
      ...remarkable,
    }
  }

  it('a photo in answer to a notice lights the candle and goes to the donor without its place', async () => {
    await deliver(
      parish.imapUrl,
      await answer({ attachments: [{ filename: '1.jpg', content: photo }] }),
    )
    expect(await parish.readMailbox()).toMatchObject({ lit: 1 })
    expect(await parish.findOrder(code)).toMatchObject({
      fulfilment: 'lit',
      litAt: parish.clock.now,
    })
    const report = await parish.findEmail('order-1', 'donor-photo-report')
    expect(report).toMatchObject({ recipient: 'donor@example.org' })
    const sent = await readPhoto(parish.store.db, report?.photoId ?? '')
    const { exif, width, height } = await sharp(sent ?? Buffer.alloc(0)).metadata()
    expect({ exif, width, height }).toEqual({ width: 1200, height: 1600 })
  })

  it('an answer without a picture lights the candle, and the report says so', async () => {
    await deliver(parish.imapUrl, await answer())
    expect(await parish.readMailbox()).toMatchObject({ lit: 1 })
    const report = await parish.findEmail('order-1', 'donor-photo-report')
    expect(report).toMatchObject({
      photoId: null,
      text: expect.stringContaining('Фото цього разу'),
    })
  })

  it('an answer that was taken is marked as read and answered, and stays in the mailbox', async () => {
    await deliver(parish.imapUrl, await answer())
    await parish.readMailbox()
    const flags = await withMailbox(parish.imapUrl, async client => {
      const mail = await client.fetchOne('1', { flags: true })
      return mail ? mail.flags : null
    })
    expect(flags).toContain('\\Seen')
    expect(flags).toContain('\\Answered')
  })

  it('the same answer is never taken twice, not even as a copy', async () => {
    await deliver(parish.imapUrl, await answer())
    await parish.readMailbox()
    await withMailbox(parish.imapUrl, client => client.messageCopy('1', 'INBOX'))
    expect(await parish.readMailbox()).toEqual({ lit: 0, refused: 0, ignored: 0, repeated: 1 })
    expect(await parish.readMailbox()).toEqual({ lit: 0, refused: 0, ignored: 0, repeated: 0 })
  })

  it('two processes that read at once take an answer once', async () => {
    await deliver(
      parish.imapUrl,
      await answer({ attachments: [{ filename: '1.jpg', content: photo }] }),
    )
    const counts = await Promise.all([parish.readMailbox(), parish.readMailbox()])
    expect(counts.map(count => count.lit).sort()).toEqual([0, 1])
  })

  it('a second answer for a lit candle sends no second report and is told so', async () => {
    const mail = await answer()
    await deliver(parish.imapUrl, mail)
    await deliver(parish.imapUrl, { ...mail, messageId: `<${randomUUID()}@phone.example>` })
    expect(await parish.readMailbox()).toMatchObject({ lit: 1, refused: 1 })
    expect(await listRefusals()).toEqual([expect.stringContaining('already marked as lit')])
  })

  it('an answer counts even where the mail program lost the tag of its address', async () => {
    const mail = await answer({ to: 'svichka@example.org' })
    const { messageId } = await parish.store.db
      .selectFrom('letters')
      .select('messageId')
      .where('kind', '=', 'temple-notice')
      .executeTakeFirstOrThrow()
    await deliver(parish.imapUrl, { ...mail, inReplyTo: messageId })
    expect(await parish.readMailbox()).toMatchObject({ lit: 1 })
  })

  it.each([
    ['from a stranger', { from: 'stranger@example.org' }, 'only from the temple’s address'],
    [
      'to a forged tag',
      { to: `svichka+k7f39qxm-${'0'.repeat(24)}@example.org` },
      'takes only replies',
    ],
    ['about nothing of ours', { to: 'svichka@example.org' }, 'takes only replies'],
    [
      'with a picture that cannot be opened',
      { attachments: [{ filename: 'photo.heic', content: Buffer.alloc(9_000, 7) }] },
      'as a JPEG',
    ],
  ])(
    'an answer %s is left, lights nothing, and gets one sentence back',
    async (_, remarkable, words) => {
      await deliver(parish.imapUrl, await answer(remarkable))
      expect(await parish.readMailbox()).toMatchObject({ lit: 0, refused: 1 })
      await parish.readMailbox()
      expect((await parish.findOrder(code)).fulfilment).toBe('waiting')
      expect(await listRefusals()).toEqual([expect.stringContaining(words)])
    },
  )

  it('a photo above 20 MB is refused with the reason', async () => {
    const content = Buffer.alloc(21 * 1024 * 1024, 1)
    await deliver(parish.imapUrl, await answer({ attachments: [{ filename: '1.jpg', content }] }))
    expect(await parish.readMailbox()).toMatchObject({ refused: 1 })
    expect(await listRefusals()).toEqual([expect.stringContaining('smaller than 20 MB')])
  })

  it('programs that answer mails get no answer from us', async () => {
    const mail = await answer()
    for (const headers of [{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }])
      await deliver(parish.imapUrl, { ...mail, messageId: `<${randomUUID()}@x>`, headers })
    expect(await parish.readMailbox()).toMatchObject({ ignored: 2, lit: 0, refused: 0 })
  })

  it('a mail without sense or end does not stop the ones behind it', async () => {
    await withMailbox(parish.imapUrl, client =>
      client.append('INBOX', Buffer.from('\0\u0001 : \r\n')),
    )
    await deliver(parish.imapUrl, await answer())
    expect(await parish.readMailbox()).toMatchObject({ lit: 1 })
  })

  it('a stranger who writes on and on gets three sentences a day', async () => {
    for (let i = 0; i < 5; i += 1)
      await deliver(parish.imapUrl, {
        from: 'stranger@example.org',
        to: 'svichka@example.org',
        text: `${i}`,
      })
    expect(await parish.readMailbox()).toMatchObject({ refused: 3, ignored: 2 })
  })

  async function listRefusals() {
    const rows = await parish.store.db
      .selectFrom('letters')
      .select('textBody')
      .where('kind', '=', 'temple-answer-refused')
      .execute()
    return rows.map(row => row.textBody)
  }
})
