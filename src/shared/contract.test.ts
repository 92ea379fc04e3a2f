import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CandleOrderSchema } from './candle-order'
import { cutText } from './cut-text'
import { cleanEmail, looksLikeEmail } from './email-address'
import { findFormErrors } from './form-state'
import { toMailAddress } from './mail-address'
import { isPaymentIntentId, paymentIntentIdOf } from './payment-intent'
import { cleanText, excessOf, isFilled } from './plain-text'

test('an email is something, @, something, dot, something, without spaces', () => {
  const emails = ['a@b.c', 'олена@приклад.укр', "o'hara+candle@example.co.uk"]
  const others = ['', 'a', 'a@b', '@b.c', 'a@.', 'a b@c.d', 'a@b.c d', 'a@b@c.d']
  expect([...emails, ...others].filter(looksLikeEmail)).toEqual(emails)
})

test.each([
  ' olha@example.org\u00a0',
  'mailto:olha@example.org?subject=%D0%A1',
  'MAILTO:olha@example.org',
  '<olha@example.org>',
  'Ольга Коваль <olha@example.org>;',
  '"olha@example.org",',
  '«olha@example.org».',
  'olha@example.org...',
  '\u202aolha@example.org\u202c',
  'olha\u200b@example\u00ad.org',
  '\ufeffolha@exam\u2060ple.org',
  'ｏｌｈａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
])('%j is olha@example.org', typed => expect(cleanEmail(typed)).toBe('olha@example.org'))

test('in place of an address other words stay as they are', () => {
  for (const words of ['Viber: 050 123 45 67?', 'немає', '<3', 'a@b', "o'hara@example.org"])
    expect(cleanEmail(words)).toBe(words)
  expect(cleanEmail(' \u200b\u3164 ')).toBe('')
})

test('mail goes to what a mail server takes, and to nothing that hides another address', () => {
  const taken = {
    'olha@example.org': 'olha@example.org',
    "O'Hara.k+candle-1_=~@Mail.Example.CO.UK": "O'Hara.k+candle-1_=~@mail.example.co.uk",
    'olha@приклад.укр': 'olha@xn--80aikifvh.xn--j1amh',
    'olha@ПРИКЛАД.укр': 'olha@xn--80aikifvh.xn--j1amh',
    'olha@xn--80aikifvh.xn--j1amh': 'olha@xn--80aikifvh.xn--j1amh',
    [`${'a'.repeat(64)}@example.org`]: `${'a'.repeat(64)}@example.org`,
  }
  for (const [address, mail] of Object.entries(taken)) expect(toMailAddress(address)).toBe(mail)
  const refused = [
    ...[
      '',
      'olha',
      'olha@',
      '@example.org',
      'olha@localhost',
      'a@b@example.org',
      'a b@example.org',
    ],
    ...['.olha@example.org', 'olha.@example.org', 'ol..ha@example.org', 'олена@example.org'],
    ...['olha@example..org', 'olha@.org', 'olha@example.org.', 'olha@-a.org', 'olha@a-.org'],
    ...['olha@127.0.0.1', 'olha@[127.0.0.1]', 'olha@1.2', 'olha@example.1', 'olha@example.o'],
    ...['olha@example.org(n)', '(n)olha@example.org', '"olha"@example.org', '<olha@example.org'],
    ...['a.org!olha@example.org', 'olha%a.org@example.org', '@a.org:olha@example.org', 'a|b@b.org'],
    ...['olha@example.org,', 'olha@example.org;', 'olha@exam/ple.org', 'olha@a.org:25'],
    ...['olha@exam_ple.org', 'olha@exa\u00admple.org', 'olha\u200b@example.org', 'olha@a.org\n'],
    ...[`${'a'.repeat(65)}@example.org`, `olha@${'a'.repeat(64)}.org`],
    `olha@${'a.'.repeat(125)}org`,
    // A Cyrillic letter among Latin ones, and an emoji.
    ...['olha@gmail.сom', 'olha@gmаil.com', 'olha@ukr.nеt', 'olha@gmail.com🙏', 'olha@🙏.com'],
    // The same as a browser or a mail program may hand them out, and what is no punycode.
    ...['olha@gmail.xn--om-nmc', 'olha@xn--gmil-63d.com', 'olha@XN--GMIL-63D.com'],
    ...['olha@xn--n48h.com', 'olha@xn--a-.com', 'olha@xn--ж.com', 'olha@xn--99999999.com'],
  ]
  expect(refused.filter(address => toMailAddress(address) !== null)).toEqual([])
})

test.each([
  [{}, {}],
  [
    { forWhom: ' \t ', purpose: '' },
    { forWhom: true, purpose: true },
  ],
  [
    { forWhom: '\u200b', purpose: '\u3164' },
    { forWhom: true, purpose: true },
  ],
  [{ forWhom: 'я'.repeat(1003) }, { forWhom: 3 }],
  [{ email: 'nonsense' }, {}],
  [{ email: 'nonsense', donationEnabled: true }, { email: true }],
  [{ email: '  ', donationEnabled: true }, {}],
  [{ email: ' maria@example.org ', donationEnabled: true }, {}],
])('an order without a donation, with %j, has the errors %j', (typed, errors) => {
  const form = { forWhom: 'Марія', purpose: 'Здоров’я', donationEnabled: false, email: '' }
  expect(findFormErrors({ ...form, ...typed })).toEqual(errors)
})

test('text keeps every script, line breaks and joined emoji, and loses what no store can carry', () => {
  expect(cleanText(' Ї\u0000\r\nя\r\tі\u0007\ud800 👨‍👩‍👧 ')).toBe('Ї\nя\n\tі 👨‍👩‍👧')
  expect(cutText('🕯🕯', 3)).toBe('🕯')
})

test('what nobody sees is nothing', () => {
  const blank = [
    '\u200b',
    '\u3164',
    '\u2800',
    '\u00ad',
    '\ufe0f',
    '\u200d',
    '\ufeff',
    '\u115f\u1160',
    '\ufffc',
  ]
  for (const text of [...blank, blank.join(' '), '\u0301', '\u{e0041}', '\u202a\u202c'])
    expect([text, cleanText(text), isFilled(text)]).toEqual([text, '', false])
})

test('characters that nobody sees are removed, and kept where they join', () => {
  expect(cleanText('Ма\u00adрія\u200b, \u202aПе\u2060тро\u202c\ufeff')).toBe('Марія, Петро')
  expect(cleanText('http\ufeffs://example.org')).toBe('https://example.org')
  expect(cleanText('Ольга\u200d \ufe0fі\u200d Іван')).toBe('Ольга і Іван')
  expect(cleanText('\ufffc Марія')).toBe('Марія')
  const joined = [
    ...[
      '👨‍👩‍👧‍👦',
      '❤️‍🔥',
      '🕯️',
      '1️⃣',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🇺🇦',
    ],
    ...['می‌خواهم', 'क्‍ष', '葛\u{e0100}', 'Ё́лка', 'ก็ดี', 'ᠮᠣᠩ᠋ᠭᠣᠯ'],
  ]
  for (const text of joined) expect(cleanText(text)).toBe(text)
})

test('letters are composed, as a Mac writes them apart', () => {
  for (const text of ['За упокій', 'Її Ґудзь Ёлка', 'Zoë', 'Ю́лії']) {
    expect(cleanText(text.normalize('NFD'))).toBe(text)
    expect(cleanText(text.normalize('NFD').split('').join('\u200b'))).toBe(text)
  }
})

test('a long text is not cut, however much of it nobody sees', () => {
  expect(cleanText('я\u00ad\u200b'.repeat(900))).toBe('я'.repeat(900))
  expect(excessOf('я\u00ad\u200b'.repeat(1100))).toBe(100)
})

test('marks pile up five high, also with joiners between them', () => {
  for (const mark of ['\u0301', '\u0301\u200d', '\u0301\u034f', '\ufe0f'])
    expect(cleanText(`а${mark.repeat(400)}б`).length).toBeLessThanOrEqual(7)
})

test('the excess over the limit is counted as it is stored', () => {
  expect(excessOf('я'.repeat(1000))).toBe(0)
  expect(excessOf(`${'я'.repeat(1000)}${'\u200b '.repeat(50)}`)).toBe(0)
  expect(excessOf('я'.repeat(5011))).toBe(4011)
})

test('an order may leave out all but the candle', () => {
  const payload = { name: 'Марія', purpose: 'Здоров’я', language: 'uk' }
  expect(v.parse(CandleOrderSchema, payload)).toMatchObject({ donationAmount: '', email: null })
})

test('an intent’s id is the part of its secret before _secret_', () => {
  const id = paymentIntentIdOf('pi_3QAbcdefgh_secret_xyz')
  expect(id).toBe('pi_3QAbcdefgh')
  expect(isPaymentIntentId(id)).toBe(true)
  expect(isPaymentIntentId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(false)
})
