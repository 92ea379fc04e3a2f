import { describe, expect, it } from 'vitest'
import { buildStoredOrder } from '../../../tests/integration/build-order'
import { buildEmailSettings, buildTemple } from '../../../tests/integration/emails/mail-config'
import { type Language, languages } from '../../shared/language'
import type { SubmissionChanges } from '../../shared/temple-page'
import type { Email, Order } from '../db/schema'
import {
  candleLitEmails,
  photoAddedEmails,
  reportWithdrawnEmails,
  thanksEmails,
} from './donor-emails'
import { localTexts } from './format'
import type { EmailSettings } from './layout'
import { linkEmail } from './link-email'
import { noticeEmail } from './notice-email'
import { paymentConfirmedEmail, type ReversalNews, reversalEmails } from './payment-emails'
import { submissionEmail } from './submission-email'
import { summaryEmail } from './summary-email'

const settings: EmailSettings = buildEmailSettings({ templeLanguage: 'en' })
const uah = (amount: string) => `${amount}\u00a0UAH`

const paid = { payment: 'paid', claimedKopiykas: 150_000, confirmedKopiykas: 150_000 } as const
const plainOrder = buildStoredOrder()
const paidOrder = buildStoredOrder({ ...paid, language: 'en' })
const doubtful = buildStoredOrder({
  ...{ payment: 'claimed', claimedKopiykas: 20_000, purpose: '', needsDetails: true },
  ...{ possibleDouble: true, shortened: true },
})

const wordless = buildStoredOrder({
  ...{ ...paid, channel: 'payment', language: 'en', name: '', purpose: '' },
  ...{ needsDetails: true, paymentIntentId: 'pi_12345678' },
})
const payment = { paymentIntentId: 'pi_12345678', livemode: true }
const part = {
  ...{ id: 'entry-1', amountKopiykas: 10_000, leftKopiykas: 140_000, payment },
  news: 'part',
} as const
const whole = {
  ...{ id: 'entry-2', amountKopiykas: 150_000, leftKopiykas: 0, payment },
  news: 'whole',
} as const
const photoSet = { id: 'photos-1', count: 2 }
const litSubmission: SubmissionChanges = {
  ...{ kind: 'lit', codes: ['K7F3-9QXM'], photoAdded: ['K7F3-9QXZ'], earlier: [], photos: 2 },
  ...{ readers: 1, reportAt: 0 },
}
const undone: SubmissionChanges = {
  ...{ kind: 'undone', codes: ['K7F3-9QXM'], corrected: 1 },
  uncorrected: ['K7F3-9QXM'],
}
const confirm = (changes: SubmissionChanges, its = settings) =>
  submissionEmail(its, 'submission-1', changes)

const summary = { id: 's', at: 0, waiting: { count: 37, paid: 4, old: 9 }, linksEnded: false }

/** The donor's thanks and the temple's notice. */
const orderEmails = (order: Order, its = settings) => [
  ...thanksEmails(its, order),
  noticeEmail(its, order),
]

/** Every kind of email about an order and a payment, in the order's language. */
function everyEmail(order: Order): Email[] {
  const local = { ...settings, templeLanguage: order.language }
  const every = ['part', 'whole', 'failed', 'disputed'] as const
  return [
    ...orderEmails(order, local),
    ...orderEmails({ ...order, payment: 'none', needsDetails: true }, local),
    noticeEmail(local, { ...order, email: null }),
    paymentConfirmedEmail(local, order),
    ...every.flatMap(news => reversalEmails(local, order, { ...part, news })),
    noticeEmail(local, { ...wordless, language: order.language }),
    ...candleLitEmails(local, order, photoSet),
    ...candleLitEmails(local, order, null),
    ...photoAddedEmails(local, order, photoSet),
    ...reportWithdrawnEmails(local, order),
    summaryEmail(local, { ...summary, waiting: { count: 1, paid: 0, old: 0 } }),
    summaryEmail(local, { ...summary, linksEnded: true }),
    confirm(litSubmission, local),
    confirm(undone, local),
  ]
}

it.each(languages)('says the same in both forms of every email in %s', language => {
  const emails = everyEmail(buildStoredOrder({ ...paid, language }))
  expect(emails).toHaveLength(20)
  for (const { subject, htmlBody: html, textBody: text } of emails) {
    expect(subject + html + text).not.toMatch(/\{\{|\}\}|undefined|\[object|false|null|=>/)
    expect(html).toContain(`lang="${language}"`)
    const linked = html
      .replace(/<a [^>]*href="([^"]*)"[^>]*>/g, ' $1 ')
      .replace(/<\/?span[^>]*>/g, '')
    // In large type nobody needs to be told what is the name.
    const { forWhom, purpose } = localTexts(language, 'Europe/Kyiv').labels
    const shown = linked.replace(/<(style|title)>.*?<\/\1>|<[^>]*>/gs, ' ').replaceAll('&#39;', "'")
    for (const line of text.split('\n').filter(each => !/^-*$/.test(each)))
      for (const part of line.split(': '))
        if (part !== forWhom && part !== purpose) expect(shown).toContain(part)
  }
})

const inKyiv = (language: Language) => localTexts(language, 'Europe/Kyiv')

it.each([
  ['uk', 10_000, '100 грн'],
  ['ru', 10_000_000, '100 000 грн'],
  ['en', 10_000_000, '100,000 UAH'],
  ['uk', 10_050, '100,50 грн'],
  ['en', 10_005, '100.05 UAH'],
] as const)('in %s %i kopiykas are %s', (language, kopiykas, text) => {
  expect(
    inKyiv(language)
      .formatAmount(kopiykas)
      .replace(/\u00a0/g, ' '),
  ).toBe(text)
})

it('writes the time of Kyiv, in winter and in summer', () => {
  expect(inKyiv('uk').formatTime(Date.UTC(2026, 0, 5, 10))).toBe('5 січня 2026 р. о 12:00')
  expect(inKyiv('uk').formatTime(Date.UTC(2026, 0, 5, 9, 20))).toBe('5 січня 2026 р. об 11:20')
  expect(inKyiv('en').formatTime(Date.UTC(2026, 6, 5, 10))).toBe('5 July 2026 at 13:00')
})

it('names a language in the words of another', () => {
  expect(inKyiv('uk').formatLanguage('ru')).toBe('російська')
  expect(inKyiv('en').formatLanguage('uk')).toBe('Ukrainian')
})

it.each([
  ['За упокій', 'Царство Небесне і вічна пам’ять.'],
  ['За здоров’я', 'Нехай Господь почує вашу молитву.'],
])('every good news of a candle “%s” has its own wish', (purpose, wish) => {
  const order = buildStoredOrder({ ...paid, purpose, email: 'donor@example.org' })
  const emails = [
    ...thanksEmails(settings, order),
    ...candleLitEmails(settings, { ...order, litAt: 0 }, null),
    ...photoAddedEmails(settings, order, { id: 'set', count: 1 }),
  ]
  expect(emails).toHaveLength(3)
  for (const { textBody, htmlBody } of emails)
    for (const body of [textBody, htmlBody]) expect(body.replaceAll('\u00a0', ' ')).toContain(wish)
})

it.each([
  ['no address', { ...paid, email: 'not an address' }],
  ['none', { ...paid, email: null }],
  ['that of an order without a donation', { payment: 'none' }],
  ['that of a payment which nobody confirmed', { payment: 'claimed' }],
] as const)('writes to the temple alone where the address is %s', (_, columns) => {
  const order = buildStoredOrder(columns)
  const emails = [...orderEmails(order), ...reversalEmails(settings, order, whole)]
  expect(emails.map(({ kind }) => kind)).toEqual(['temple-notice', 'temple-refunded'])
})

const lit = { fulfilment: 'lit', litAt: 1 } as const
const reversed = (news: ReversalNews['news'], order: Order) =>
  reversalEmails(settings, order, { ...part, news })[0]
const [ofPart, ofPartToTemple] = reversalEmails(settings, paidOrder, part)
const [ofWhole, ofWholeToTemple] = reversalEmails(settings, paidOrder, whole)

/** What an email says in its subject or text, what it does not, and what else is true of it. */
const claims: Record<
  string,
  { email: Email | undefined; says?: string[]; lacks?: RegExp; more?: Partial<Email> }
> = {
  'thanks of a parish with a line of its own': {
    email: thanksEmails(
      { ...settings, temple: buildTemple({ note: 'Candles are lit every day.' }) },
      paidOrder,
    )[0],
    says: ['Candles are lit every day.'],
  },
  'thanks for an order without a name promise no candle': {
    email: thanksEmails(settings, { ...paidOrder, name: '', needsDetails: true })[0],
    says: ['tell us who the candle is for'],
    lacks: /will be lit|what to pray for/,
  },
  'thanks for an order without any words ask once for both': {
    email: thanksEmails(settings, { ...paidOrder, name: '', purpose: '', needsDetails: true })[0],
    says: ['neither a name nor an intention', 'what to pray for'],
    lacks: /There is no/,
  },
  'a notice of a donation': {
    email: noticeEmail(settings, paidOrder),
    says: [
      `★ Donation of ${uah('1,500')}. Candle K7F3-9QXM, Іван`,
      'The candle is lit: mark it: https://candles.example.org/temple/link?at=K7F3-9QXM\n',
      'please add a photo: it was promised to the person who donated',
      'Write to this person: mailto:donor@example.org?subject=K7F3-9QXM\n',
    ],
    more: { urgent: true },
  },
  'a notice of an order without a name': {
    email: noticeEmail(settings, { ...plainOrder, name: '', needsDetails: true }),
    says: ['Candle K7F3-9QXM, no name given (needs details)'],
  },
  'a notice of a donation for nobody urges to light nothing': {
    email: noticeEmail(settings, { ...paidOrder, name: '', needsDetails: true }),
    says: ['lacks a name or an intention', 'If the donor adds it, we will write to you.'],
    lacks: /as soon as you can/,
  },
  'a notice of everything doubtful': {
    email: noticeEmail(settings, doubtful),
    says: [
      ...['(payment not confirmed, needs details, possibly ordered twice, text shortened)'],
      'has not confirmed it',
      '\n\nneeds details · possibly ordered twice · text shortened\n\n',
    ],
  },
  'a notice of a plain order': {
    email: noticeEmail(settings, plainOrder),
    says: ['An order without a donation'],
    lacks: /confirmed|needs details|double|cut|did not send|photo|No email/,
  },
  'a notice of a donor who cannot be written to': {
    email: noticeEmail(settings, { ...paidOrder, email: 'olha at example' }),
    says: ['no usable address, so this person gets no email'],
    lacks: /photo|mailto/,
  },
  'a summary': {
    email: summaryEmail(settings, summary),
    says: [
      '★ 37\u00a0candles wait, 4 with a donation, 9 since before yesterday (1 January 1970)',
      'Of these 4 with a donation, 9 since before yesterday.',
      'Open the page: https://candles.example.org/temple/',
      'Those who donated (★) were promised a photo.',
    ],
    lacks: /no longer work/,
    more: { urgent: true },
  },
  'a summary of one order': {
    email: summaryEmail(settings, { ...summary, waiting: { count: 1, paid: 0, old: 0 } }),
    says: ['1\u00a0candle waits (1 January 1970)'],
    lacks: /Of these|photo|since/,
    more: { urgent: false },
  },
  'a refund of a part': {
    email: ofPart,
    says: [
      'Part of your donation',
      uah('100'),
      `The rest of your donation, ${uah('1,400')}, stays`,
    ],
    lacks: /1,500/,
    more: { kind: 'donor-refunded', subjectId: 'entry-1' },
  },
  'a refund of a part, to the temple': {
    email: ofPartToTemple,
    says: [
      `returned (${uah('100')}, ${paidOrder.code})`,
      `the rest of the donation, ${uah('1,400')}, stays`,
      'The candle is still waiting: please light it.',
    ],
    lacks: /1,500|up to you/,
    more: { kind: 'temple-refunded', subjectId: 'entry-1' },
  },
  'a refund of the whole': { email: ofWhole, says: [uah('1,500')], lacks: /rest of|[Pp]art/ },
  'that to the temple': {
    email: ofWholeToTemple,
    says: [uah('1,500'), 'whether to light the candle is up to you'],
    lacks: /rest of|[Pp]art|still waiting/,
  },
  'a refund of a part of an order without a name': {
    email: reversalEmails(settings, { ...paidOrder, name: '', needsDetails: true }, part)[1],
    lacks: /light it|up to you/,
  },
  'a refund that failed': {
    email: reversed('failed', paidOrder),
    says: [
      ...[`★ A refund failed (${uah('100')}, K7F3-9QXM)`, 'still with the church', 'donor@'],
      'The candle is still waiting: please light it.',
    ],
    more: { kind: 'temple-refund-failed', subjectId: 'entry-1', urgent: true },
  },
  'a dispute': {
    email: reversed('disputed', paidOrder),
    says: [
      'has disputed',
      'Open the payment: https://dashboard.stripe.com/payments/pi_12345678\n',
      'up to you',
    ],
    more: { kind: 'temple-disputed', urgent: true, recipient: 'temple@example.org' },
  },
  'a dispute in test mode': {
    email: reversalEmails(settings, paidOrder, {
      ...{ ...whole, news: 'disputed' },
      payment: { ...payment, livemode: false },
    })[0],
    says: ['https://dashboard.stripe.com/test/payments/pi_12345678\n'],
  },
  'a report without a photo': {
    email: candleLitEmails(settings, paidOrder, null)[0],
    says: ['We will send a photo as soon as we receive it'],
    lacks: /cid:/,
  },
  'a payment that is confirmed later': {
    email: paymentConfirmedEmail(settings, paidOrder),
    says: [`${uah('1,500')} has been received`, 'light it as soon', '/temple/link?at=K7F3-9QXM'],
    more: { subjectId: paidOrder.id, urgent: true },
  },
  'a payment for nobody that is confirmed later': {
    email: paymentConfirmedEmail(settings, { ...paidOrder, name: '', needsDetails: true }),
    says: ['needs details', 'mark it: https'],
    lacks: /as soon as/,
  },
  'thanks for a candle that burns already': {
    email: thanksEmails(settings, { ...paidOrder, ...lit })[0],
    says: [uah('1,500'), 'was lit in the church'],
    lacks: /will be lit/,
  },
  'that of a candle that burns': {
    email: paymentConfirmedEmail(settings, { ...paidOrder, ...lit }),
    lacks: /as soon as|temple\//,
  },
  'an order without words': {
    email: noticeEmail(settings, wordless),
    says: [
      'we do not know who the candle is for',
      'We have asked the person who donated',
      'names: ask the administrator, code K7F3-9QXM',
      'Payment number: pi_12345678',
    ],
    lacks: /lacks a name/,
    more: { urgent: true },
  },
  'one of a donor whose address is not known': {
    email: noticeEmail(settings, { ...wordless, email: null }),
    says: ['ask the administrator of the form'],
    lacks: /We have asked/,
  },
  'one whose donation went back': {
    email: noticeEmail(settings, { ...wordless, payment: 'returned' }),
    lacks: /We have asked|received/,
  },
  'a submission, which names nobody': {
    email: confirm(litSubmission),
    says: [
      'Marked as lit: K7F3-9QXM',
      'the person who ordered will get an email with 2 photos.',
      'If it was not you',
      '/temple/link',
    ],
    lacks: /Іван|donor@/,
    more: { subjectId: 'submission-1' },
  },
  'a submission that several people hear of': {
    email: confirm({ ...litSubmission, readers: 12, photos: 1 }),
    says: ['we will send 12 emails, each with the photo.'],
  },
  'a submission of many': {
    email: confirm({ ...undone, codes: ['A', 'B', 'C', 'E'] }),
    says: ['No longer marked as lit: 4 candles', 'Waiting again: A, B, C, E.'],
  },
  'a submission that only added a photo': {
    email: confirm({ ...litSubmission, codes: [] }),
    says: ['Photo added: K7F3-9QXZ'],
    lacks: /Marked as lit/,
  },
  'an old link that was opened': {
    email: linkEmail(settings, '2026-11-27T09:00:00.000Z'),
    says: ['A new link', '/temple/link'],
  },
}

it.each(Object.entries(claims))('%s', (_, { email, says = [], lacks, more = {} }) => {
  const words = `${email?.subject}\n${email?.textBody}`
  for (const part of says) expect(words).toContain(part)
  if (lacks) expect(words).not.toMatch(lacks)
  expect(email).toMatchObject(more)
})

it.each([
  [candleLitEmails(settings, { ...paidOrder, ...lit }, photoSet), 'Your candle has been lit'],
  [photoAddedEmails(settings, { ...paidOrder, ...lit }, photoSet), 'A photo of your candle'],
])(
  'a letter with photos has nothing but them, the time, the name and a blessing',
  (emails, heading) => {
    const [{ htmlBody, textBody } = { htmlBody: '', textBody: '' }] = emails
    expect(htmlBody).toMatch(/^.*?<img src="cid:photo"[^>]*><img src="cid:photo-2"[^>]*><table/s)
    expect(htmlBody.indexOf('<img')).toBeLessThan(htmlBody.indexOf('<h1'))
    expect(
      textBody
        .split('---')[0]
        ?.trim()
        .replace(/Lit on /, '')
        .split('\n\n'),
    ).toEqual([
      heading,
      '1 January 1970 at 03:00',
      'For whom: Іван\nIntention: За здоров’я',
      'May the Lord hear your prayer.',
    ])
  },
)

it('a Cyrillic domain is written as people read it, and leads where it did', () => {
  const publicUrl = new URL('https://свічка.укр:8443')
  const its = { ...settings, publicUrl }
  const [thanks] = thanksEmails(its, paidOrder)
  const emails = [thanks, noticeEmail(its, paidOrder)]
  for (const email of emails) {
    expect(email?.textBody).toContain('свічка.укр:8443')
    expect(email?.textBody.replace(/https:\S+/g, '')).not.toContain('xn--')
  }
  expect(emails[1]?.htmlBody).toContain('href="https://xn--80ady0a5a8f.xn--j1amh:8443/temple/link')
})

describe('what a visitor typed', () => {
  const noticeOf = (columns: Partial<Order>) => noticeEmail(settings, buildStoredOrder(columns))

  it('is shown as text, never as markup', () => {
    const name = '<img src=x onerror="alert(1)">&{{code}}'
    for (const { htmlBody: html, textBody: text } of orderEmails(
      buildStoredOrder({ ...paid, name, purpose: name }),
    )) {
      expect(html).not.toContain('<img src=x')
      expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;{{code}}')
      expect(text).toContain(name)
    }
  })

  it('keeps its line breaks and direction marks out of subject and text', () => {
    const name = 'Іван\r\nBcc: all@example.org\u2028\u202Egnp.exe'
    const { subject, textBody: text, htmlBody: html } = noticeOf({ name })
    for (const part of [subject, text, html])
      expect(part.replaceAll('\u200c', '')).toContain('Іван, Bcc: all@example.org, gnp.exe')
  })

  it('has a direction of its own, which nothing beside it has', () => {
    const [name, purpose] = ['משה, Іван', 'לבריאות (אמא)']
    const order = buildStoredOrder({ ...paid, name, purpose })
    const typed = everyEmail(order).flatMap(
      ({ htmlBody }) => htmlBody.match(/<[^<>]*>[^<>]*[\u0590-\u05ff][^<>]*/g) ?? [],
    )
    expect(new Set(typed)).toEqual(
      new Set([name, purpose].map(text => `<span dir="auto" translate="no">${text}`)),
    )
  })

  it('never begins a line of the text form, so it cannot forge one of our lines', () => {
    const purpose = '★ Donation of 100,000 UAH received'
    const order = buildStoredOrder({ name: `a\n${purpose}`, purpose, email: `b@c.de\n${purpose}` })
    for (const { textBody: text } of orderEmails(order))
      expect(text.split('\n').filter(line => line.startsWith('★'))).toEqual([])
  })

  it('becomes no link in any part of any email', () => {
    const typed = 'http://evil.example.com or www.evil.example.com or thief@evil.example.com'
    const order = buildStoredOrder({ ...paid, name: typed, purpose: typed })
    for (const { subject, textBody: text, htmlBody: html } of [
      ...everyEmail(order),
      ...orderEmails({ ...order, email: `${typed} x` }),
      noticeEmail(settings, { ...wordless, email: typed }),
    ])
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/evil\.example|\/evil|@evil/)
  })

  it('is given in full, and a short beginning of it in the subject', () => {
    const name = '🕯️'.repeat(500)
    const { subject, htmlBody: html, textBody: text } = noticeOf({ name })
    expect(html).toContain(name)
    expect(text).toContain(name)
    expect([...subject].length).toBeLessThan(80)
    expect(subject.isWellFormed()).toBe(true)
  })
})
