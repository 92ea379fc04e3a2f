import { expect, it } from 'vitest'
import { buildOrder } from '../../../tests/mail/build-order'
import { languages } from '../../shared/language'
import { createLetterWriter } from './create-letter-writer'
import type { Letter } from './letter'

const writer = await createLetterWriter({
  templeEmail: 'temple@example.org',
  templeLanguage: 'en',
  from: 'Svichka <svichka@example.org>',
  publicUrl: new URL('https://candles.example.org'),
  replyKey: 'key',
})

function pick(letters: Letter[], kind: Letter['kind']): Letter {
  const letter = letters.find(each => each.kind === kind)
  if (!letter) throw new Error(`There is no letter ${kind}.`)
  return letter
}

const paid = { payment: 'paid', claimedKopiykas: 150_000, confirmedKopiykas: 150_000 } as const

it.each([
  ['uk', '1\u00a0500\u00a0грн'],
  ['ru', '1\u00a0500\u00a0грн'],
  ['en', '1,500\u00a0UAH'],
] as const)('thanks for a donation in %s with its amount in UAH', (language, amount) => {
  const thanks = pick(writer.orderPlaced(buildOrder({ ...paid, language })), 'donor-thanks')
  expect(thanks.text).toContain(amount)
  expect(thanks.html).toContain(amount)
  expect(thanks.html).toContain(`lang="${language}"`)
})

it('says nothing of an amount that was only claimed', () => {
  const order = buildOrder({ payment: 'claimed', claimedKopiykas: 20_000 })
  expect(pick(writer.orderPlaced(order), 'donor-thanks').text).not.toContain('200')
})

it('writes to the temple alone where the address is no address', () => {
  const kinds = (email: string | null) =>
    writer.orderPlaced(buildOrder({ email })).map(letter => letter.kind)
  expect(kinds('not an address')).toEqual(['temple-notice'])
  expect(kinds(null)).toEqual(['temple-notice'])
})

it('marks a paid order in the subject and sends it first', () => {
  const notice = pick(writer.orderPlaced(buildOrder(paid)), 'temple-notice')
  expect(notice.subject).toBe('★ Donation of 1,500\u00a0UAH: Candle K7F3-9QXM, Іван')
  expect(notice.urgent).toBe(true)
})

it('tells the temple plainly of everything doubtful', () => {
  const doubtful = buildOrder({
    payment: 'claimed',
    claimedKopiykas: 20_000,
    purpose: '',
    needsDetails: true,
    possibleDouble: true,
    shortened: true,
    source: 'draft',
  })
  const { text, subject } = pick(writer.orderPlaced(doubtful), 'temple-notice')
  expect(subject).toContain('(payment not confirmed) (needs details)')
  for (const sentence of [
    'has not confirmed it',
    'Needs details',
    'Possible double',
    'only its beginning',
    'server finished the order',
  ])
    expect(text).toContain(sentence)
})

it('says of a plain order nothing that is not so', () => {
  const { text } = pick(writer.orderPlaced(buildOrder()), 'temple-notice')
  expect(text).toContain('An order without a donation.')
  for (const word of ['confirmed', 'Needs details', 'double', 'beginning', 'server finished'])
    expect(text).not.toContain(word)
})

it('shows what a visitor typed as text, never as markup', () => {
  const name = '<img src=x onerror="alert(1)">&{{code}}'
  const letters = writer.orderPlaced(buildOrder({ name, purpose: name }))
  for (const { html, text } of letters) {
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;{{code}}')
    expect(text).toContain(name)
  }
})

it('keeps line breaks and direction marks of a visitor out of subject and text', () => {
  const name = 'Іван\r\nBcc: all@example.org\u2028\u202Egnp.exe'
  const { subject, text } = pick(writer.orderPlaced(buildOrder({ name })), 'temple-notice')
  expect(subject).toContain('Іван Bcc: all@example.org gnp.exe')
  expect(text).toContain('Іван Bcc: all@example.org gnp.exe')
})

it('gives a name of a thousand characters in full, and a short beginning in the subject', () => {
  const name = '🕯️'.repeat(500)
  const { subject, html, text } = pick(writer.orderPlaced(buildOrder({ name })), 'temple-notice')
  expect(html).toContain(name)
  expect(text).toContain(name)
  expect([...subject].length).toBeLessThan(80)
  expect(subject.isWellFormed()).toBe(true)
})

it('leaves no mark of a template in any letter of any language', async () => {
  for (const language of languages) {
    const local = await createLetterWriter({
      templeEmail: 'temple@example.org',
      templeLanguage: language,
      from: 'svichka@example.org',
      publicUrl: new URL('https://candles.example.org'),
      replyKey: null,
    })
    const order = buildOrder({ ...paid, language })
    const ticket = {
      id: 'ticket-1',
      paymentIntentId: 'pi_12345678',
      state: 'open' as const,
      amountKopiykas: 10_050,
      refundedKopiykas: 0,
      paidAt: order.createdAt,
      cardLast4: null,
      billingEmail: null,
      createdAt: order.createdAt,
      closedAt: null,
    }
    const letters = [
      ...local.orderPlaced(order),
      ...local.orderPlaced({ ...order, payment: 'none', needsDetails: true }),
      ...local.refunded(order, { id: 're_1', amountKopiykas: 10_000, whole: true }),
      ...local.disputed(order, { id: 'dp_1', status: 'open' }),
      local.ticketOpened(ticket),
      ...local.candleLit(order, 'photo-1'),
      ...local.candleLit(order, null),
      local.answerRefused('answer-1', 'stranger@example.org', 'unknown-sender'),
    ]
    expect(letters).toHaveLength(11)
    for (const { subject, html, text } of letters)
      expect(subject + html + text).not.toMatch(/\{\{|\}\}|undefined|\[object/)
  }
})

it('asks for a photo by answer only where the mailbox is read', async () => {
  const read = pick(writer.orderPlaced(buildOrder()), 'temple-notice')
  expect(read.replyTo).toMatch(/^svichka\+k7f39qxm-[0-9a-f]{24}@example\.org$/)
  expect(read.text).toContain('reply to this letter')
  const unread = await createLetterWriter({
    templeEmail: 'temple@example.org',
    templeLanguage: 'en',
    from: 'svichka@example.org',
    publicUrl: new URL('https://candles.example.org'),
    replyKey: null,
  })
  const notice = pick(unread.orderPlaced(buildOrder()), 'temple-notice')
  expect(notice.replyTo).toBeNull()
  expect(notice.text).toContain('npm run ops -- lit K7F3-9QXM')
})
