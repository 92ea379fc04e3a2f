import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertEmails } from '../../../src/server/db/emails'
import { readPhotos } from '../../../src/server/db/photos'
import { engines, testOnOne } from '../../setup/test-store'
import { buildEmail } from './build-email'
import { openTemple, type Temple } from './open-temple'
import { deliver, takePhoto, withMailbox, writeMail } from './reply-by-mail'
import { startDovecot, type TestMailbox } from './start-dovecot'

const code = 'K7F3-9QXM'
const quarter = 15 * 60_000
const none = { taken: 0, asked: 0, ignored: 0, repeated: 0, busy: 0 }
let dovecot: TestMailbox
let photo: Buffer

beforeAll(async () => {
  dovecot = await startDovecot()
  photo = await takePhoto()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
}, 120_000)
afterAll(() => dovecot.stop())

describe.each(engines)('replies in the temple’s mailbox, store on %s', engine => {
  const onOne = testOnOne(engine)
  let temple: Temple
  let replyTo: string

  beforeEach(async () => {
    temple = await openTemple(engine, dovecot.urlFor(randomUUID()))
    replyTo = (await temple.takeOrder()).replyTo ?? ''
  })
  afterEach(() => temple.close())

  /** A reply as a phone writes it; the test says what is remarkable. */
  async function reply(remarkable: object = {}) {
    const mail = {
      from: 'Temple <temple@example.org>',
      to: replyTo,
      subject: 'Re: Candle K7F3-9QXM',
      messageId: `<${randomUUID()}@phone.example>`,
      ...remarkable,
    }
    await deliver(temple.imapUrl, mail)
    return mail
  }

  const attached = (content: Buffer, filename = 'IMG_1.jpeg') => ({
    attachments: [{ filename, content }],
  })
  const report = () => temple.findEmail('order-1', 'donor-photo-report')
  const photosOf = async (setId: string | null | undefined) =>
    readPhotos(temple.store.db, setId ?? '')
  const isLit = async () => (await temple.findOrder(code)).fulfilment === 'lit'

  it('a photo lights the candle and goes to the donor a quarter of an hour later, without its place', async () => {
    await reply(attached(await takePhoto(2400)))
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    expect(await temple.findOrder(code)).toMatchObject({
      fulfilment: 'lit',
      litAt: temple.clock.now,
    })
    expect(await report()).toMatchObject({
      recipient: 'donor@example.org',
      runAt: temple.clock.now + quarter,
    })
    const [sent, ...more] = await photosOf((await report())?.photoSetId)
    expect(more).toEqual([])
    const { exif, width, height } = await sharp(sent).metadata()
    expect({ exif, width, height }).toEqual({ width: 1200, height: 1600 })
  })

  onOne('a photo of an iPhone (HEIC) is taken', async () => {
    const heic = await readFile(new URL('./photos/phone.heic', import.meta.url))
    await reply(attached(heic, 'IMG_0001.HEIC'))
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    const [sent] = await photosOf((await report())?.photoSetId)
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 900 })
  })

  onOne('several photos all go to the donor', async () => {
    const attachments = [1, 2, 3].map(i => ({ filename: `IMG_${i}.jpeg`, content: photo }))
    await reply({ attachments, text: 'Ось.' })
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    expect(await photosOf((await report())?.photoSetId)).toHaveLength(3)
    expect((await report())?.html).toContain('cid:photo-3')
  })

  onOne(
    'a clear word lights it, the report says there is no photo, and the priest can undo it',
    async () => {
      const text = 'Запалено, слава Богу!\n\nо. Петро'
      const { messageId } = await reply({ text: `${text}\n\n> Коли свічка горітиме?` })
      expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
      expect(await report()).toMatchObject({
        photoSetId: null,
        text: expect.stringContaining('Фото цього разу'),
      })
      const confirmations = temple.store.db
        .selectFrom('emails')
        .selectAll()
        .where('kind', '=', 'temple-reply-taken')
      const [taken, ...more] = await confirmations.execute()
      expect(more).toEqual([])
      expect(taken).toMatchObject({ recipient: 'temple@example.org', thread: messageId, replyTo })
      for (const part of [code, 'Іван', 'Emails to visitors: 1', 'reply “no”'])
        expect(taken?.textBody).toContain(part)
    },
  )

  onOne.each([
    ['a question', 'Іван живий чи спочилий?'],
    ['nothing', ''],
  ])('%s lights nothing, tells the donor nothing and is asked back', async (_, text) => {
    const { messageId } = await reply({ text })
    expect(await temple.readMailbox()).toEqual({ ...none, asked: 1 })
    expect(await isLit()).toBe(false)
    expect(await report()).toBeNull()
    const [question] = await temple.store.db
      .selectFrom('emails')
      .selectAll()
      .where('kind', '=', 'temple-reply-unclear')
      .execute()
    expect(question).toMatchObject({
      recipient: 'temple@example.org',
      thread: messageId,
      replyTo,
      subject: 'Re: Candle K7F3-9QXM',
    })
    for (const part of [code, 'Іван', 'did not understand'])
      expect(question?.textBody).toContain(part)
  })

  onOne('a photo that comes after the word reaches the donor, once', async () => {
    await reply({ text: 'Запалено' })
    await temple.readMailbox()
    temple.clock.now += quarter
    await temple.outbox.runOnce()
    expect(await report()).toMatchObject({ state: 'sent', photoSetId: null })
    await reply(attached(photo))
    await reply(attached(photo))
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 2 })
    const added = await temple.findEmail('order-1', 'donor-photo-added')
    expect(await photosOf(added?.photoSetId)).toHaveLength(1)
    const [, first, second] = await temple.listTexts('temple-reply-taken')
    expect(first).toContain('also goes to those who had none')
    expect(second).toContain('marked as lit before')
  })

  onOne(
    'a photo that comes before the donor has read the word goes into the same email',
    async () => {
      await reply({ text: '+' })
      await reply(attached(photo))
      await temple.readMailbox()
      expect(await photosOf((await report())?.photoSetId)).toHaveLength(1)
      expect(await temple.findEmail('order-1', 'donor-photo-added')).toBeNull()
    },
  )

  it('“no” within a quarter of an hour takes it back and the donor hears nothing; then it can be lit', async () => {
    await reply({ text: 'Запалено' })
    await temple.readMailbox()
    temple.clock.now += quarter - 1000
    await reply({ text: 'Ні' })
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    expect(await isLit()).toBe(false)
    expect(await report()).toBeNull()
    expect((await temple.listTexts('temple-reply-taken')).at(-1)).toContain('was told nothing')
    await reply(attached(photo))
    await temple.readMailbox()
    expect(await isLit()).toBe(true)
    expect((await report())?.photoSetId).not.toBeNull()
  })

  it('“no” after the donor has read it sends a correction, and lighting it later a new report', async () => {
    await reply({ text: 'Запалено' })
    await temple.readMailbox()
    temple.clock.now += quarter
    await temple.outbox.runOnce()
    await reply({ text: 'Ще не запалено, помилка' })
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    expect(await isLit()).toBe(false)
    const correction = await temple.findEmail('order-1', 'donor-report-withdrawn')
    expect(correction?.text).toContain('ще не запалено')
    await reply(attached(photo))
    await temple.readMailbox()
    expect(await isLit()).toBe(true)
    expect(await temple.findEmail('order-1', 'donor-photo-added')).toMatchObject({
      subject: 'Вашу свічку запалено (K7F3-9QXM)',
    })
  })

  describe('lit by mistake, corrected and lit again', () => {
    beforeEach(async () => {
      for (const text of ['Запалено', 'Ні', 'Запалено']) {
        await temple.outbox.runOnce()
        await reply({ text })
        await temple.readMailbox()
        temple.clock.now += quarter
      }
    })
    const again = () => temple.findEmail('order-1', 'donor-photo-added')
    const confirmation = async () => (await temple.listTexts('temple-reply-taken')).at(-1)

    onOne('“no” before the donor has read of it again is not noticed', async () => {
      await reply({ text: 'Ні' })
      await temple.readMailbox()
      expect(await again()).toBeNull()
      expect(await confirmation()).toContain('was told nothing')
    })

    onOne('“no” after that asks the temple to write, because there is one correction', async () => {
      await temple.outbox.runOnce()
      await reply({ text: 'Ні' })
      await temple.readMailbox()
      expect(await temple.listTexts('donor-report-withdrawn')).toHaveLength(1)
      expect(await confirmation()).toContain('please write to them yourself')
    })
  })

  onOne(
    'where the limit of emails is reached, the confirmation says that and not that there is no address',
    async () => {
      for (const id of ['order-2', 'order-3', 'order-4']) {
        await temple.putOrder({ id, code: id, idempotencyKey: `key-${id}` })
        const thanks = buildEmail({ subjectId: id, recipient: 'donor@example.org' })
        await insertEmails(temple.store.db, [thanks], temple.clock.now, 'example.org')
      }
      await reply({ text: '+' })
      await temple.readMailbox()
      expect(await report()).toBeNull()
      const [text] = await temple.listTexts('temple-reply-taken')
      expect(text).toContain('because the limit of emails is reached: 1.')
      expect(text).not.toContain('no address')
    },
  )

  onOne(
    'another account’s mailbox is read from its beginning, also where it counts as the first did',
    async () => {
      const [one, other] = await makeLikeMailboxes()
      const mail = { from: 'temple@example.org', to: replyTo }
      await deliver(one, { ...mail, text: '?', messageId: '<1@phone.example>' })
      expect(await temple.readMailbox(one)).toEqual({ ...none, asked: 1 })
      await deliver(other, { ...mail, text: '+', messageId: '<2@phone.example>' })
      expect(await temple.readMailbox(other)).toEqual({ ...none, taken: 1 })
      expect(await temple.readMailbox(one)).toEqual(none)
    },
  )

  /** Dovecot takes the second for the UIDVALIDITY. */
  async function makeLikeMailboxes(): Promise<[string, string]> {
    for (;;) {
      const urls: [string, string] = [dovecot.urlFor(randomUUID()), dovecot.urlFor(randomUUID())]
      const counted = await Promise.all(
        urls.map(url => withMailbox(url, client => client.status('INBOX', { uidValidity: true }))),
      )
      const [one, other] = counted.map(status => (status ? status.uidValidity : null))
      if (one && one === other) return urls
    }
  }

  onOne('the logo of a signature never goes out as the candle’s photo', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const logo = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    const [png, jpeg, banner] = await Promise.all([
      logo(160, 150).png().toBuffer(),
      logo(300, 200).jpeg({ quality: 100 }).toBuffer(),
      logo(900, 120).jpeg({ quality: 90 }).toBuffer(),
    ])
    expect(png.length).toBeGreaterThan(70_000)
    const html = '<p>Запалено</p><img src="cid:logo1"><img src="cid:logo2">'
    await reply({
      html,
      attachments: [
        { filename: 'image001.png', content: png, cid: 'logo1' },
        { filename: 'parish.jpg', content: jpeg, cid: 'logo2' },
        { filename: 'line.jpg', content: banner },
      ],
    })
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    expect(await report()).toMatchObject({ photoSetId: null })
    await reply({ html: '<p>Дякую</p>', attachments: [{ filename: 'image001.png', content: png }] })
    expect(await temple.readMailbox()).toEqual({ ...none, asked: 1 })
  })

  it('a reply is flagged as read and answered, and never taken twice, not even as a copy', async () => {
    await reply({ text: '+' })
    await temple.readMailbox()
    const flags = await withMailbox(temple.imapUrl, async client => {
      const mail = await client.fetchOne('1', { flags: true })
      await client.messageCopy('1', 'INBOX')
      return mail ? [...(mail.flags ?? [])] : []
    })
    expect(flags).toEqual(expect.arrayContaining(['\\Seen', '\\Answered']))
    expect(await temple.readMailbox()).toEqual({ ...none, repeated: 1 })
    expect(await temple.readMailbox()).toEqual(none)
  })

  it('two processes that read at once take a reply once', async () => {
    await reply(attached(photo))
    const counts = await Promise.all([temple.readMailbox(), temple.readMailbox()])
    expect(counts.map(count => count.taken).sort()).toEqual([0, 1])
    expect(await temple.listTexts('donor-photo-report')).toHaveLength(1)
  })

  it('a reply whose process died is tried once more, then only answered, and others go on', async () => {
    await reply(attached(photo))
    await reply({ text: '+' })
    const begin = (attempts: number) =>
      temple.store.db
        .updateTable('replies')
        .set({ outcome: 'begun', begunAt: temple.clock.now, attempts })
        .execute()
    await temple.readMailbox()
    await temple.store.db.deleteFrom('watermarks').execute()
    await begin(1)
    expect(await temple.readMailbox()).toEqual({ ...none, busy: 1 })
    temple.clock.now += 11 * 60_000
    expect(await temple.readMailbox()).toMatchObject({ taken: 2 })
    await temple.store.db.deleteFrom('watermarks').execute()
    await begin(2)
    temple.clock.now += 11 * 60_000
    expect(await temple.readMailbox()).toEqual({ ...none, asked: 2 })
  })

  it('a reply counts even where the mail program lost the tag of its address', async () => {
    const { messageId } = await temple.store.db
      .selectFrom('emails')
      .select('messageId')
      .where('kind', '=', 'temple-notice')
      .executeTakeFirstOrThrow()
    await reply({ to: 'svichka@example.org', inReplyTo: messageId, text: '+' })
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
  })

  onOne.each([
    ['from a stranger who has the tag', { from: 'stranger@example.org' }, 'only from the temple’s'],
    [
      'of the temple to a forged tag',
      { to: `svichka+k7f39qxm-${'0'.repeat(24)}@example.org` },
      'takes only replies',
    ],
    ['of the temple about nothing of ours', { to: 'svichka@example.org' }, 'takes only replies'],
    [
      'with a picture that cannot be opened',
      { ...attached(Buffer.alloc(9_000, 7), 'photo.heic'), text: '' },
      'JPEG or HEIC',
    ],
  ])(
    'a mail %s is left, lights nothing, and gets one sentence back',
    async (_, remarkable, words) => {
      await reply({ text: '+', ...remarkable })
      expect(await temple.readMailbox()).toEqual({ ...none, asked: 1 })
      await temple.readMailbox()
      expect(await isLit()).toBe(false)
      expect(await temple.listTexts('temple-reply-unclear')).toEqual([
        expect.stringContaining(words),
      ])
    },
  )

  onOne('a photo above 20 MB is refused with the reason, and a word beside it counts', async () => {
    const content = Buffer.alloc(21 * 1024 * 1024, 1)
    await reply(attached(content))
    expect(await temple.readMailbox()).toEqual({ ...none, asked: 1 })
    expect(await temple.listTexts('temple-reply-unclear')).toEqual([
      expect.stringContaining('smaller than 20 MB'),
    ])
    await reply({ ...attached(content), text: 'Запалено' })
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    expect(await temple.listTexts('temple-reply-taken')).toEqual([
      expect.stringContaining('could not be used: 1'),
    ])
  })

  onOne(
    'programs that answer mails get no answer from us, nor do strangers without a tag',
    async () => {
      for (const headers of [{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }])
        await reply({ headers, text: '+' })
      await reply({ from: 'stranger@example.org', to: 'svichka@example.org', text: '+' })
      await reply({ from: 'temple@example.org, stranger@example.org', text: '+' })
      expect(await temple.readMailbox()).toEqual({ ...none, ignored: 4 })
      expect(await isLit()).toBe(false)
    },
  )

  onOne('a mail without sense or end does not stop the ones behind it', async () => {
    await withMailbox(temple.imapUrl, client =>
      client.append('INBOX', Buffer.from('\0\u0001 : \r\n')),
    )
    await reply({ text: '+' })
    expect(await temple.readMailbox()).toEqual({ ...none, ignored: 1, taken: 1 })
  })

  it('a mail that says it is the temple’s and is about nothing gets three sentences a day', async () => {
    for (let i = 0; i < 5; i += 1) await reply({ to: 'svichka@example.org', text: `${i}` })
    expect(await temple.readMailbox()).toEqual({ ...none, asked: 3, ignored: 2 })
  })

  onOne('a stranger’s mail of 30 MiB, 3 of them headers, stops nothing', async ({ annotate }) => {
    const source = await writeMail({ from: 'stranger@example.org', to: replyTo, text: '+' })
    const header = 'X-Filler: 1\r\nCc: a@example.org'.padEnd(3 * 1024 * 1024, ',b@example.org')
    const filler = Buffer.alloc(27 * 1024 * 1024, '\r\n')
    const mail = source.toString().replace('\r\n\r\n', `\r\n${header}\r\n\r\n`)
    await withMailbox(temple.imapUrl, client =>
      client.append('INBOX', Buffer.concat([Buffer.from(mail), filler])),
    )
    await reply({ text: '+' })
    const before = process.memoryUsage().rss
    const late = monitorEventLoopDelay()
    late.enable()
    expect(await temple.readMailbox()).toEqual({ ...none, asked: 1, taken: 1 })
    late.disable()
    const grown = Math.round((process.memoryUsage().rss - before) / 1024 / 1024)
    await annotate(`${grown} MB more, event loop ${Math.round(late.max / 1e6)} ms late at most`)
    expect(grown).toBeLessThan(40)
    expect(late.max / 1e6).toBeLessThan(2_000)
  })

  describe('where a mail server must vouch for the sender', () => {
    const results = (server: string, dmarc: string) => ({
      'Authentication-Results': `${server}; dkim=pass; dmarc=${dmarc} header.from=example.org`,
    })

    onOne.each([
      ['says nothing of', {}],
      ['rejects', results('mx.example.org', 'fail')],
      ['says nothing of, and another accepts,', results('mx.evil.example', 'pass')],
    ])('a mail that it %s lights nothing, tag or not', async (_, headers) => {
      await reply({ text: '+', headers })
      const counts = await temple.readMailbox(`${temple.imapUrl}?authServer=mx.example.org`)
      expect(counts).toEqual({ ...none, asked: 1 })
      expect(await isLit()).toBe(false)
    })

    onOne('a mail that it accepts counts', async () => {
      await reply({ text: '+', headers: results('mx.example.org', 'pass') })
      const counts = await temple.readMailbox(`${temple.imapUrl}?authServer=mx.example.org`)
      expect(counts).toEqual({ ...none, taken: 1 })
    })
  })
})

describe('a temple with one mailbox for everything', () => {
  it('other mail in it is left alone, replies still count', async () => {
    const url = dovecot.urlFor(randomUUID())
    const temple = await openTemple('sqlite', url, { from: 'Temple <temple@example.org>' })
    const { replyTo } = await temple.takeOrder()
    await deliver(url, { from: 'aunt@example.org', to: 'temple@example.org', text: 'Hello' })
    await deliver(url, { from: 'temple@example.org', to: replyTo ?? '', text: 'Lit' })
    expect(await temple.readMailbox()).toMatchObject({ taken: 1, ignored: 1 })
    await temple.close()
  })

  it('our own notice arriving there is not read as a reply to itself', async () => {
    const url = dovecot.urlFor(randomUUID())
    const temple = await openTemple('sqlite', url, { from: 'temple@example.org' })
    const notice = await temple.takeOrder()
    const source = await writeMail({
      from: 'temple@example.org',
      to: notice.recipient,
      replyTo: notice.replyTo ?? '',
      subject: notice.subject,
      text: notice.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    await withMailbox(url, client => client.append('INBOX', source))
    expect(await temple.readMailbox()).toMatchObject({ ignored: 1, taken: 0 })
    await temple.close()
  })
})
