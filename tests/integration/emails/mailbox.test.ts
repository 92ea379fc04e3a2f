import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SendMailOptions } from 'nodemailer'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findEmail } from '../../../src/server/db/emails'
import { findOrder } from '../../../src/server/db/orders'
import { readPhotos } from '../../../src/server/db/photos'
import { replyAddress } from '../../../src/server/emails/reply-address'
import type { ReplyOutcome } from '../../../src/server/inbox/take-reply'
import { engines, testOnOne } from '../../setup/test-store'
import { openTemple, type Temple } from './open-temple'
import { deliver, takePhoto, withMailbox, writeMail } from './reply-by-mail'
import { startDovecot, type TestMailbox } from './start-dovecot'

const code = 'K7F3-9QXM'
const quarter = 15 * 60_000
const none = { taken: 0, asked: 0, ignored: 0, repeated: 0 }
let dovecot: TestMailbox
let photo: Buffer

beforeAll(async () => {
  dovecot = await startDovecot()
  photo = await takePhoto()
})
afterAll(() => dovecot.stop())

const asFile = (content: Buffer) => ({ filename: 'IMG_1.jpeg', content })
const attached = (content: Buffer, filename = 'IMG_1.jpeg') => ({
  attachments: [{ filename, content }],
})

/** Pictures of a signature: one is large for its size, one wide, one a banner. */
async function drawLogos() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const logo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
  return [
    { filename: 'image001.png', content: await logo(160, 150).png().toBuffer(), cid: 'logo1' },
    { filename: 'parish.jpg', content: await logo(300, 200).jpeg().toBuffer(), cid: 'logo2' },
    { filename: 'line.jpg', content: await logo(900, 120).jpeg().toBuffer() },
  ]
}

const large = attached(Buffer.alloc(21 * 1024 * 1024, 1))
const unreadable = attached(Buffer.alloc(9_000, 7), 'photo.heic')
const foreign = 'stranger@example.org'
const anothers = { from: 'svichka@example.org', replyKey: 'another key' }
const forged = replyAddress(anothers, { kind: 'order', code }) ?? ''
const verdict = (server: string, dmarc: string) => ({
  'Authentication-Results': `${server}; dkim=pass; dmarc=${dmarc} header.from=example.org`,
})
const phone = () => readFile(new URL('./photos/phone.heic', import.meta.url))
const html = '<p>Запалено</p><img src="cid:logo1"><img src="cid:logo2">'
/** A large picture below the words, in an email program's signature or above it. */
const shown = async (before: string, after: string) => ({
  text: 'Запалено',
  html: `<p>Запалено</p>${before}<div class="gmail_signature">о. Петро${after}</div>`,
  attachments: [{ ...asFile(await takePhoto(800)), cid: 'big' }],
})
const picture = '<img src="cid:big">'
const lit = { text: 'Запалено, слава Богу!\n\nо. Петро\n\n> Коли свічка горітиме?' }
const question = { text: 'Іван живий чи спочилий?' }
const elsewhere = { to: 'svichka@example.org', text: '+' }

type Notice = Awaited<ReturnType<Temple['takeOrder']>>
type Mail = SendMailOptions | ((notice: Notice) => SendMailOptions | Promise<SendMailOptions>)
/** To the notice's Reply-To address, changed. */
const readdressed = (change: (address: string) => string) => (notice: Notice) => ({
  to: change(notice.replyTo ?? ''),
  text: '+',
})
const inCapitals = readdressed(address => address.toUpperCase())
const withOther = readdressed(address => address.replace('k7f3', 'k7f4'))
const asList = readdressed(address => address.replace('+', '+list'))

/** One mail to the mailbox, what becomes of it, the donor's photos, and parts of the temple's answer. */
const mails: [string, Mail, ReplyOutcome, photos: number, ...answer: string[]][] = [
  ['two photos', () => ({ attachments: [photo, photo].map(asFile) }), 'taken', 2],
  ['a photo of an iPhone', async () => attached(await phone(), 'IMG_1.HEIC'), 'taken', 1],
  ['a clear word', lit, 'taken', 0, code, 'Іван', 'will send emails: 1', 'the one word “no”'],
  ['a word and logos', async () => ({ html, attachments: await drawLogos() }), 'taken', 0],
  ['a word and a photo in the text', () => shown(picture, ''), 'taken', 1],
  ['a word and a large logo in a signature', () => shown('', picture), 'taken', 0],
  ['a logo', async () => ({ attachments: (await drawLogos()).slice(0, 1) }), 'asked', 0],
  ['a question', question, 'asked', 0, code, 'Іван', 'did not understand'],
  ['nothing', { text: '' }, 'asked', 0],
  ['a photo above 20 MB', large, 'asked', 0, 'smaller than 20 MB'],
  ['that and a word', { ...large, text: '+' }, 'taken', 0, 'could not be used: 1'],
  ['a picture that cannot be opened', unreadable, 'asked', 0, 'JPEG or HEIC'],
  ['a stranger with the tag', { from: foreign, text: '+' }, 'asked', 0, 'only from the temple’s'],
  ['a tag in capitals', inCapitals, 'taken', 0],
  ['the tag with the code of another order', withOther, 'asked', 0, 'takes only replies'],
  ['the tag as one of a list', asList, 'asked', 0, 'takes only replies'],
  ['a forged tag', { to: forged, text: '+' }, 'asked', 0, 'takes only replies'],
  ['nothing of ours', elsewhere, 'asked', 0, 'takes only replies'],
  ['a stranger without a tag', { ...elsewhere, from: foreign }, 'ignored', 0],
  ['two senders', { from: `temple@example.org, ${foreign}`, text: '+' }, 'ignored', 0],
  ['a program', { headers: { 'Auto-Submitted': 'auto-replied' }, text: '+' }, 'ignored', 0],
  ['a list', { headers: { Precedence: 'bulk' }, text: '+' }, 'ignored', 0],
]

/** What the temple replies one after another; `send`: the donor's emails go out. */
const stories: [steps: string[], donor: string[], told?: string][] = [
  [['+', 'photo'], ['photo-report waiting 1']],
  [
    ['+', 'send', 'photo', 'photo'],
    ['photo-report sent 0', 'photo-added waiting 1'],
    'marked as lit before',
  ],
  [['+', 'Ні'], [], 'was told nothing'],
  [['+', 'Ні', 'photo'], ['photo-report waiting 1']],
  [
    ['+', 'send', 'Ще не запалено, помилка', 'photo'],
    ['report-withdrawn waiting 0', 'photo-report waiting 1'],
  ],
  [['+', 'send', 'Ні', 'send', '+', 'Ні'], ['report-withdrawn sent 0'], 'was told nothing'],
  [
    ['+', 'send', 'photo', 'send', 'Ні', 'send', 'photo'],
    ['report-withdrawn sent 0', 'photo-report waiting 1'],
  ],
  [
    ['+', 'send', 'Ні', 'send', '+', 'send', 'Ні'],
    ['report-withdrawn sent 0'],
    'please write to them yourself',
  ],
]

describe.each(engines)('replies in the temple’s mailbox, store on %s', engine => {
  const onOne = testOnOne(engine)
  let temple: Temple
  let notice: Notice

  beforeEach(async () => {
    temple = await openTemple(engine, dovecot.urlFor(randomUUID()))
    notice = await temple.takeOrder()
  })

  /** A phone's reply; tests set only the parts that matter. */
  async function reply(remarkable: SendMailOptions) {
    const mail = {
      from: 'Temple <temple@example.org>',
      to: notice.replyTo ?? '',
      subject: `Re: Candle ${code}`,
      messageId: `<${randomUUID()}@phone.example>`,
      ...remarkable,
    }
    await deliver(temple.imapUrl, mail)
    return mail
  }

  const report = () => findEmail(temple.store.db, 'order-1', 'donor-photo-report')
  const photosOf = (setId: string | null | undefined) => readPhotos(temple.store.db, setId ?? '')
  const fulfilment = async () => (await findOrder(temple.store.db, { code }))?.fulfilment
  const listEmails = async (kind: RegExp) => {
    const { db } = temple.store
    const emails = await db.selectFrom('emails').selectAll().orderBy('createdAt').execute()
    return emails.filter(email => kind.test(email.kind))
  }

  onOne.each(mails)('of %s', async (_, mail, outcome, photos, ...parts) => {
    const { messageId } = await reply(typeof mail === 'function' ? await mail(notice) : mail)
    expect(await temple.readMailbox()).toEqual({ ...none, [outcome]: 1 })
    expect(await fulfilment()).toBe(outcome === 'taken' ? 'lit' : 'waiting')
    const runAt = outcome === 'taken' ? temple.clock.now + quarter : undefined
    expect((await report())?.runAt).toBe(runAt)
    const sent = await photosOf((await report())?.photoSetId)
    expect(sent).toHaveLength(photos)
    for (const each of sent) {
      const { format, exif, icc, iptc, xmp } = await sharp(each).metadata()
      expect({ format, exif, icc, iptc, xmp }).toEqual({ format: 'jpeg' })
    }
    const answers = await listEmails(/^temple-reply/)
    expect(answers.map(({ thread }) => thread)).toEqual(outcome === 'ignored' ? [] : [messageId])
    for (const part of parts) expect(answers[0]?.textBody).toContain(part)
  })

  it.each(stories)('%j: the donor’s emails are %j', async (steps, donor, told = '') => {
    for (const step of steps) {
      temple.clock.now += step === 'send' ? quarter : 1_000
      if (step === 'send') {
        await temple.outbox.runOnce()
        continue
      }
      await reply(step === 'photo' ? attached(photo) : { text: step })
      expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
      expect(await fulfilment()).toBe(/photo|\+/.test(step) ? 'lit' : 'waiting')
    }
    const found = (await listEmails(/^donor-(?!thanks)/)).map(
      async ({ kind, state, photoSetId }) => {
        return `${kind.replace('donor-', '')} ${state} ${(await photosOf(photoSetId)).length}`
      },
    )
    expect(await Promise.all(found)).toEqual(donor)
    expect((await temple.listTexts('temple-reply-taken')).at(-1)).toContain(told)
  })

  it('a reply counts even where the mail program lost the tag of its address', async () => {
    await reply({ ...elsewhere, inReplyTo: notice.messageId })
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
  })

  onOne(
    'replies of weeks in which the mailbox could not be read are taken all the same',
    async () => {
      await reply(elsewhere)
      await temple.readMailbox()
      await reply({ text: '+' })
      temple.clock.now += 21 * 86_400_000
      expect(await temple.readMailbox()).toEqual({ ...none, taken: 1 })
    },
  )

  onOne('an order beyond the limit of emails, which got no thanks, gets no report', async () => {
    await temple.store.db.deleteFrom('emails').where('kind', '=', 'donor-thanks').execute()
    await reply({ text: '+' })
    await temple.readMailbox()
    expect(await report()).toBeUndefined()
    const [text] = await temple.listTexts('temple-reply-taken')
    expect(text).toContain('No email will go to visitors.')
  })

  onOne(
    'another account’s mailbox is read from its beginning, also where it counts as the first did',
    async () => {
      const [one, other] = await makeLikeMailboxes()
      const mail = { from: 'temple@example.org', to: notice.replyTo ?? '' }
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

  it('a reply is flagged as read and answered, and never handled twice, not even as a copy', async () => {
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

  it('two processes that read concurrently handle a reply once', async () => {
    await reply(attached(photo))
    const counts = await Promise.all([temple.readMailbox(), temple.readMailbox()])
    expect(counts.map(count => count.taken).sort()).toEqual([0, 1])
    expect(await temple.listTexts('donor-photo-report')).toHaveLength(1)
  })

  it('a reply whose process dies is tried five times, then only answered, and others go on', async () => {
    await reply(attached(photo))
    await reply({ text: '+' })
    const crash = async (attempts: number) => {
      const { db } = temple.store
      await db.deleteFrom('watermarks').execute()
      await db.updateTable('replies').set({ outcome: 'begun', attempts }).execute()
    }
    await temple.readMailbox()
    await crash(4)
    expect(await temple.readMailbox()).toEqual({ ...none, taken: 2 })
    await crash(5)
    expect(await temple.readMailbox()).toEqual({ ...none, asked: 2 })
  })

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
    const source = await writeMail({ from: foreign, to: notice.replyTo ?? '', text: '+' })
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

  onOne.each([
    ['says nothing of', 'asked', {}],
    ['rejects', 'asked', verdict('mx.example.org', 'fail')],
    ['quotes in its rejection', 'asked', verdict('mx.example.org; x="; dmarc=pass "', 'fail')],
    ['comments on', 'asked', verdict('mx.example.org; spf=pass (; dmarc=pass )', 'fail')],
    ['says nothing of, and another accepts', 'asked', verdict('mx.evil.example', 'pass')],
    ['accepts', 'taken', verdict('mx.example.org', 'pass')],
  ])('a mail that the configured mail server %s: %s', async (_, outcome, headers) => {
    await reply({ text: '+', headers })
    const counts = await temple.readMailbox(`${temple.imapUrl}?authServer=mx.example.org`)
    expect(counts).toEqual({ ...none, [outcome]: 1 })
    expect(await fulfilment()).toBe(outcome === 'taken' ? 'lit' : 'waiting')
  })
})

it('in the one mailbox of a temple other mail and our own notice are left alone, replies count', async () => {
  const url = dovecot.urlFor(randomUUID())
  const temple = await openTemple('sqlite', url, { from: 'Temple <temple@example.org>' })
  const { recipient, replyTo, subject, textBody: text } = await temple.takeOrder()
  const own = { from: 'temple@example.org', to: replyTo ?? '' }
  await deliver(url, { from: 'aunt@example.org', to: 'temple@example.org', text: 'Hello' })
  await deliver(url, {
    ...{ ...own, to: recipient, replyTo: replyTo ?? '', subject, text },
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  await deliver(url, { ...own, text: 'Lit' })
  expect(await temple.readMailbox()).toMatchObject({ taken: 1, ignored: 2 })
})
