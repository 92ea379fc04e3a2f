import { describe, expect, it } from 'vitest'
import { buildStoredOrder } from '../../../tests/integration/build-order'
import { buildMailConfig } from '../../../tests/integration/emails/mail-config'
import { languages } from '../../shared/language'
import type { Email, Order } from '../db/schema'
import { arrangeForReading, digestEmail } from './digest'
import type { EmailSettings } from './email-settings'
import {
  candleLitEmails,
  noticeEmail,
  photoAddedEmails,
  reportWithdrawnEmails,
  thanksEmails,
} from './order-emails'
import {
  type NamedTicket,
  paymentConfirmedEmail,
  refundEmails,
  reversalEmail,
  ticketEmail,
} from './payment-emails'
import { type ReplyResult, replyTakenEmail, replyUnclearEmail } from './reply-emails'

const settings: EmailSettings = {
  ...buildMailConfig({ templeLanguage: 'en' }),
  publicUrl: new URL('https://candles.example.org'),
  replyKey: 'key',
}

function pick(emails: Email[], kind: Email['kind']): Email {
  const email = emails.find(each => each.kind === kind)
  if (!email) throw new Error(`There is no email ${kind}.`)
  return email
}

/** The donor's thanks and the temple's notice. */
function orderEmails(settings: EmailSettings, order: Order): Email[] {
  return [...thanksEmails(settings, order), noticeEmail(settings, order)]
}

const paid = { payment: 'paid', claimedKopiykas: 150_000, confirmedKopiykas: 150_000 } as const

const ticket: NamedTicket = {
  id: 'ticket-1',
  state: 'open',
  paymentIntentId: 'pi_12345678',
  amountKopiykas: 10_050,
  refundedKopiykas: 0,
  paidAt: Date.UTC(2026, 10, 20, 16, 0),
  cardLast4: null,
  billingEmail: null,
  billingName: null,
  createdAt: Date.UTC(2026, 10, 20, 16, 10),
  closedAt: null,
}

it.each([
  ['uk', '1\u00a0500\u00a0грн'],
  ['ru', '1\u00a0500\u00a0грн'],
  ['en', '1,500\u00a0UAH'],
] as const)('thanks for a donation in %s with its amount in UAH', (language, amount) => {
  const order = buildStoredOrder({ ...paid, language })
  const thanks = pick(orderEmails(settings, order), 'donor-thanks')
  expect(thanks.text).toContain(amount)
  expect(thanks.html).toContain(amount)
  expect(thanks.html).toContain(`lang="${language}"`)
})

it('says nothing of an amount that was only claimed', () => {
  const order = buildStoredOrder({ payment: 'claimed', claimedKopiykas: 20_000 })
  expect(pick(orderEmails(settings, order), 'donor-thanks').text).not.toContain('200')
})

it('writes to the temple alone where the address is no address', () => {
  for (const email of ['not an address', null]) {
    const order = buildStoredOrder({ email })
    const refund = { id: 're_1', amountKopiykas: 100, isFull: true }
    const emails = [...orderEmails(settings, order), ...refundEmails(settings, order, refund)]
    expect(emails.map(({ kind }) => kind)).toEqual(['temple-notice', 'temple-refunded'])
  }
})

it('marks a paid order in the subject and sends it first', () => {
  const notice = pick(orderEmails(settings, buildStoredOrder(paid)), 'temple-notice')
  expect(notice.subject).toBe('★ Donation of 1,500\u00a0UAH: Candle K7F3-9QXM, Іван')
  expect(notice.urgent).toBe(true)
})

it('tells the temple plainly about everything doubtful', () => {
  const doubtful = buildStoredOrder({
    payment: 'claimed',
    claimedKopiykas: 20_000,
    purpose: '',
    needsDetails: true,
    possibleDouble: true,
    shortened: true,
    channel: 'draft',
  })
  const { text, html, subject } = pick(orderEmails(settings, doubtful), 'temple-notice')
  expect(subject).toContain('(payment not confirmed) (needs details)')
  for (const sentence of [
    'has not confirmed it',
    'Needs details',
    'Possible double',
    'only its beginning',
    'server finished this order',
  ]) {
    expect(text).toContain(sentence)
    expect(html).toContain(sentence)
  }
})

it('says of a plain order nothing that is not so', () => {
  const { text } = pick(orderEmails(settings, buildStoredOrder()), 'temple-notice')
  expect(text).toContain('An order without a donation.')
  for (const word of ['confirmed', 'Needs details', 'double', 'beginning', 'server finished'])
    expect(text).not.toContain(word)
})

describe('what a visitor typed', () => {
  it('is shown as text, never as markup', () => {
    const name = '<img src=x onerror="alert(1)">&{{code}}'
    for (const { html, text } of orderEmails(settings, buildStoredOrder({ name, purpose: name }))) {
      expect(html).not.toContain('<img src=x')
      expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;{{code}}')
      expect(text).toContain(name)
    }
  })

  it('keeps its line breaks and direction marks out of subject and text', () => {
    const name = 'Іван\r\nBcc: all@example.org\u2028\u202Egnp.exe'
    const { subject, text, html } = pick(
      orderEmails(settings, buildStoredOrder({ name })),
      'temple-notice',
    )
    for (const part of [subject, text, html])
      expect(part.replaceAll('\u200c', '')).toContain('Іван Bcc: all@example.org gnp.exe')
  })

  it('never begins a line of the text form, so it forges no line of ours', () => {
    const forged = '★ Donation of 100,000 UAH received'
    const order = buildStoredOrder({
      name: `a\n${forged}`,
      purpose: forged,
      email: `b@c.de\n${forged}`,
    })
    for (const { text } of orderEmails(settings, order))
      expect(text.split('\n').filter(line => line.startsWith('★'))).toEqual([])
  })

  it('becomes no link in any part of any email', () => {
    const typed = 'http://evil.example.com or www.evil.example.com or thief@evil.example.com'
    const order = buildStoredOrder({
      ...paid,
      name: typed,
      purpose: typed,
      email: 'donor@example.org',
    })
    const mistyped = { ...order, email: `${typed} x` }
    for (const { subject, text, html } of [
      ...everyEmail(order),
      ...orderEmails(settings, mistyped),
      ticketEmail(settings, { ...ticket, billingName: typed, billingEmail: typed }),
    ])
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/evil\.example|\/evil|@evil/)
  })

  it('is given in full, and a short beginning of it in the subject', () => {
    const name = '🕯️'.repeat(500)
    const { subject, html, text } = pick(
      orderEmails(settings, buildStoredOrder({ name })),
      'temple-notice',
    )
    expect(html).toContain(name)
    expect(text).toContain(name)
    expect([...subject].length).toBeLessThan(80)
    expect(subject.isWellFormed()).toBe(true)
  })
})

const photoSet = { id: 'photos-1', count: 2 }
const target = { kind: 'order', code: 'K7F3-9QXM' } as const
const reply = {
  id: 'reply-1',
  sender: 'temple@example.org',
  subject: 'Re: Candle K7F3-9QXM',
  thread: ['<1@phone.example>'],
  target,
}

/** A reply of which everything is to be said. */
function everything(order: Order): ReplyResult {
  const outcomes = [
    'lit',
    'photo-added',
    'already-lit',
    'unlit',
    'corrected',
    'uncorrected',
    'not-lit',
  ] as const
  return {
    orders: outcomes.map(outcome => [outcome, order]),
    remaining: [order],
    photos: 2,
    unusable: 1,
    readers: 1,
    readAt: 0,
    heldBack: 1,
  }
}

const reversal = { id: 're_1', amountKopiykas: 10_000 }

/** Every kind of email about an order and a payment, in the order's language. */
function everyEmail(order = buildStoredOrder(paid)): Email[] {
  const local = { ...settings, templeLanguage: order.language }
  const statuses = ['failed', 'open', 'won', 'lost'] as const
  return [
    ...orderEmails(local, order),
    ...orderEmails({ ...local, replyKey: null }, { ...order, payment: 'none', needsDetails: true }),
    paymentConfirmedEmail(local, order),
    ...refundEmails(local, order, { id: 're_1', amountKopiykas: 10_000, isFull: false }),
    ...refundEmails(local, order, { id: 're_2', amountKopiykas: 140_000, isFull: true }),
    ...statuses.map(status => reversalEmail(local, order, { ...reversal, status })),
    ...refundEmails(local, ticket, { id: 're_1', amountKopiykas: 10_050, isFull: true }),
    ...statuses.map(status => reversalEmail(local, ticket, { ...reversal, status })),
    ticketEmail(local, ticket),
    ticketEmail(local, { ...ticket, refundedKopiykas: 50 }),
    ticketEmail(local, { ...ticket, refundedKopiykas: 10_050 }),
    ...candleLitEmails(local, order, photoSet),
    ...candleLitEmails(local, order, null),
    ...photoAddedEmails(local, order, photoSet),
    ...reportWithdrawnEmails(local, order),
    digestEmail(local, { code: 'D4K2-7MMN', sections: arrangeForReading([order]), at: 0 }),
    replyTakenEmail(local, reply, everything(order)),
    replyUnclearEmail(local, reply, 'unclear', order),
    replyUnclearEmail(local, { ...reply, target: null }, 'unknown-sender', null),
  ]
}

it.each(languages)('says the same in both forms of every email in %s', language => {
  const emails = everyEmail(buildStoredOrder({ ...paid, language }))
  expect(emails).toHaveLength(29)
  for (const { subject, html, text } of emails) {
    expect(subject + html + text).not.toMatch(/\{\{|\}\}|undefined|\[object|false|null|=>/)
    const shown = html.replace(/<(style|title)>.*?<\/\1>|<[^>]*>/gs, ' ').replaceAll('&#39;', "'")
    for (const line of text.split('\n').filter(each => !/^-*$/.test(each)))
      for (const part of line.split(': ')) expect(shown).toContain(part)
  }
})

describe('a refund', () => {
  const order = buildStoredOrder({ ...paid, language: 'en' })

  it('of a part says how much, and that the rest stays', () => {
    const refund = { id: 're_1', amountKopiykas: 10_000, isFull: false }
    const emails = refundEmails(settings, order, refund)
    expect(emails.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
      ['donor-refunded', 're_1'],
      ['temple-refunded', 're_1'],
    ])
    for (const { text, subject } of emails) {
      expect(text).toContain('100\u00a0UAH')
      expect(text).toContain('rest of')
      expect(text).not.toContain('1,500')
      expect(subject).toMatch(/Part of your donation|100\u00a0UAH of a donation/)
    }
  })

  it('of the whole donation says so, and of no rest', () => {
    const refund = { id: 're_2', amountKopiykas: 150_000, isFull: true }
    for (const { text } of refundEmails(settings, order, refund)) {
      expect(text).toContain('1,500\u00a0UAH')
      expect(text).not.toMatch(/rest of|[Pp]art/)
    }
  })

  it('that failed is reported to the temple alone, with whom to write to', () => {
    const email = reversalEmail(settings, order, { ...reversal, status: 'failed' })
    expect(email).toMatchObject({ kind: 'temple-refund-failed', subjectId: 're_1', urgent: true })
    expect(email.subject).toMatch(/^★ 100\u00a0UAH could not be returned/)
    for (const fact of ['100\u00a0UAH', 'still with the church', 'donor@example.org', 'K7F3-9QXM'])
      expect(email.text).toContain(fact)
  })
})

it('takes back that a payment is not confirmed, and can be replied to until the candle burns', () => {
  const order = buildStoredOrder(paid)
  const email = paymentConfirmedEmail(settings, order)
  expect(email).toMatchObject({ subjectId: order.id, urgent: true })
  expect(email.replyTo).toBe(noticeEmail(settings, order).replyTo)
  for (const words of ['1,500\u00a0UAH is received', 'light it as soon', 'reply to this email'])
    expect(email.text).toContain(words)
  const { text } = paymentConfirmedEmail(settings, { ...order, fulfilment: 'lit' })
  expect(text).not.toMatch(/as soon as|reply/)
})

it('of a payment without an order names the payment, and nobody', () => {
  const about = { ...ticket, billingEmail: 'payer@example.org', cardLast4: '4242' }
  const email = reversalEmail(settings, about, { ...reversal, status: 'open' })
  expect(email.subject).toBe('Donation disputed at the bank (payment pi_12345678)')
  expect(email.text).toContain('the donation of 100.50\u00a0UAH for payment pi_12345678')
  expect(email.text).not.toMatch(/payer@|4242/)
})

it.each([
  ['open', 'temple-disputed', 'has disputed', true],
  ['won', 'temple-dispute-won', 'stays with you', false],
  ['lost', 'temple-dispute-lost', 'has gone back to them', false],
] as const)('of a dispute that is %s only the temple is told', (status, kind, words, urgent) => {
  const email = reversalEmail(settings, buildStoredOrder(paid), { ...reversal, status })
  expect(email).toMatchObject({ kind, subjectId: 're_1', urgent, recipient: 'temple@example.org' })
  expect(email.text).toContain(words)
  expect(email.text).toContain('1,500\u00a0UAH')
})

describe('a payment without an order', () => {
  it('names the payer where that is known', () => {
    const known = { ...ticket, billingEmail: 'payer@example.org', billingName: 'Olha K' }
    const { text } = ticketEmail(settings, known)
    expect(text).toContain('Payer’s email: payer@example.org')
    expect(text).toContain('Payer’s name: Olha K')
    expect(ticketEmail(settings, ticket).text).toContain('Payer’s name: not given')
  })

  it('says how much was already given back, and asks for no more than the rest', () => {
    const { text } = ticketEmail(settings, { ...ticket, refundedKopiykas: 5_000 })
    expect(text).toContain('Of this donation, 50\u00a0UAH has already been returned.')
    expect(text).toContain('return the rest of the money')
    expect(ticketEmail(settings, ticket).text).not.toContain('already')
  })

  it('that was given back whole asks for nothing', () => {
    const email = ticketEmail(settings, { ...ticket, refundedKopiykas: 10_050 })
    expect(email.text).toContain('returned in full, so there is nothing more to do')
    expect(email.text).not.toContain('If you cannot find out')
    expect(email.subject).toContain('already returned in full')
    expect(email.urgent).toBe(false)
  })
})

it('asks for a photo by reply only where the mailbox is read', () => {
  const read = pick(orderEmails(settings, buildStoredOrder()), 'temple-notice')
  expect(read.replyTo).toMatch(/^svichka\+k7f39qxm-[0-9a-f]{24}@example\.org$/)
  expect(read.text).toContain('reply to this email')
  const unread = pick(
    orderEmails({ ...settings, replyKey: null }, buildStoredOrder()),
    'temple-notice',
  )
  expect(unread.replyTo).toBeNull()
  expect(unread.text).toContain('svichka lit K7F3-9QXM')
})

describe('an answer to the temple', () => {
  const order = buildStoredOrder()

  it('speaks of a time and a correction only where somebody will read that the candle is lit', () => {
    const result = everything(order)
    expect(replyTakenEmail(settings, reply, result).text).toContain('Until that time')
    const { text } = replyTakenEmail(settings, reply, { ...result, readers: 0 })
    expect(text).toContain('reply “no”')
    expect(text).not.toContain('Until that time')
  })

  it('asks nobody to reply about an order that is gone', () => {
    const ask = (reason: 'unclear' | 'unknown-order') =>
      replyUnclearEmail(settings, reply, reason, order).text
    expect(ask('unclear')).toContain('When the candle is burning, reply')
    expect(ask('unknown-order')).not.toContain('When the candle is burning, reply')
  })

  it('says how to take back what was marked, where the order is marked as lit', () => {
    const lit = { ...order, fulfilment: 'lit', litAt: 1 } as const
    expect(replyUnclearEmail(settings, reply, 'unclear', lit).text).toContain('reply “no”')
    expect(replyUnclearEmail(settings, reply, 'unclear', order).text).not.toContain('“no”')
  })
})
