import type { Charge } from 'stripe-sandbox/records'
import type { Order } from '../../src/server/db/schema'
import { texts } from '../../src/server/emails/locales/uk'
import { toMailAddress } from '../../src/shared/mail-address'
import type { Snapshot } from './read-snapshot'

/** Checks the promises against a snapshot. Returns one sentence for each broken promise. */
export function findBrokenPromises(snapshot: Snapshot): string[] {
  return [
    ...everyPaymentHasItsOrder(snapshot),
    ...noKeptWordsAreLost(snapshot),
    ...noDoubleCharge(snapshot),
    ...whatWasConfirmedIsThere(snapshot),
    ...everyEmailOnce(snapshot),
    ...everyReversalToldOnce(snapshot),
    ...paidOnTheProvidersWordOnly(snapshot),
    ...nothingNeedsACookie(snapshot),
    ...nothingIsLeftUndone(snapshot),
  ]
}

const isOurs = (intent: Snapshot['intents'][number]) => intent.metadata.app === 'svichka'

function everyPaymentHasItsOrder({ intents, orders }: Snapshot): string[] {
  return intents.filter(isOurs).flatMap(({ id, status }) => {
    const found = orders.filter(order => order.paymentIntentId === id)
    if (status === 'succeeded' && found.length !== 1)
      return [`P1: ${id} was paid and has ${found.length} orders.`]
    const isMadeUp = status !== 'succeeded' && found.some(({ channel }) => channel === 'payment')
    return isMadeUp ? [`P1: ${id} has an order without words and was not paid.`] : []
  })
}

function noKeptWordsAreLost({ candles, intents, orders }: Snapshot): string[] {
  const captured = new Set(intents.filter(each => each.status === 'succeeded').map(({ id }) => id))
  const names = new Map(orders.map(order => [order.paymentIntentId, order.name]))
  return candles.flatMap(({ visitor, wordsKept }) =>
    wordsKept
      .filter(id => captured.has(id) && names.get(id) !== visitor)
      .map(id => `P1: ${visitor} paid ${id}, and its words were kept and are lost.`),
  )
}

function noDoubleCharge({ charges, candles }: Snapshot): string[] {
  const captured = charges.filter(charge => charge.paid)
  const twice = candles.flatMap(({ visitor, intents }) => {
    const taken = captured.filter(charge => intents.includes(charge.payment_intent))
    return taken.length > 1 ? [`P2: ${visitor} was charged ${taken.length} times.`] : []
  })
  const refused = candles.flatMap(({ visitor, rejectedAfterPayment }) =>
    rejectedAfterPayment.map(key => `P2: ${visitor} paid ${key} and was rejected.`),
  )
  const canceled = candles.flatMap(({ visitor, canceled }) =>
    captured
      .filter(charge => canceled.includes(charge.payment_intent))
      .map(
        charge => `P2: ${visitor} was charged by ${charge.payment_intent} after it was canceled.`,
      ),
  )
  return [...twice, ...refused, ...canceled]
}

function whatWasConfirmedIsThere({ candles, orders, donations }: Snapshot): string[] {
  const waiting = donations.filter(({ state, answeredAt }) => state === 'processing' && answeredAt)
  const keys = new Set([
    ...orders.map(order => order.idempotencyKey),
    ...waiting.map(donation => donation.paymentIntentId),
  ])
  return candles
    .flatMap(candle => candle.confirmedKeys)
    .filter(key => !keys.has(key))
    .map(key => `P3: the order ${key} was confirmed and is not there.`)
}

function everyEmailOnce({ orders, emails, mails }: Snapshot): string[] {
  const emailsOf = (subject: string, kind: string) =>
    emails.filter(email => email.subjectId === subject && email.kind === kind)
  // A donation that had gone back when its order came is thanked for by nobody.
  const isThanked = (order: Order) =>
    order.payment === 'paid' && order.erasedAt === null && toMailAddress(order.email ?? '') !== null
  // After a notice of an unconfirmed payment, a paid order needs a confirmation.
  const isTakenBack = (order: Order) =>
    order.payment === 'paid' &&
    emailsOf(order.id, 'temple-notice').some(e => e.subject.includes(texts.marks.claimed))
  const expected = [
    ...orders.filter(isThanked).map(order => [order.id, 'donor-thanks'] as const),
    ...orders.filter(isTakenBack).map(order => [order.id, 'temple-payment-confirmed'] as const),
  ]
  // Alone, or counted in a summary, which names none of its orders.
  const unnoticed = orders.flatMap(({ id, noticeId }) => {
    const found = emails.filter(
      ({ kind, subjectId }) =>
        (kind === 'temple-notice' && subjectId === id) ||
        (kind === 'temple-summary' && subjectId === noticeId),
    ).length
    return found === 1 ? [] : [`P4: ${id} has ${found} emails that notify the temple.`]
  })
  const missing = expected.flatMap(([subject, kind]) => {
    const found = emailsOf(subject, kind).length
    return found === 1 ? [] : [`P4: ${subject} has ${found} emails ${kind}.`]
  })
  const unsent = emails
    .filter(email => email.state !== 'sent')
    .map(email => `P4: the email ${email.kind} of ${email.subjectId} is ${email.state}.`)
  const counted = countMails(emails, mails)
  return [...unnoticed, ...missing, ...unsent, ...counted]
}

/** What was told of refunds and disputes adds up to what the provider has, and each had its email. */
function everyReversalToldOnce({ orders, charges, history, emails }: Snapshot): string[] {
  return orders.flatMap(({ id, paymentIntentId }) => {
    const charge = charges.find(one => one.paid && one.payment_intent === paymentIntentId)
    const entriesOf = (event: string) => history.filter(h => h.orderId === id && h.event === event)
    const sumOf = (event: string) =>
      entriesOf(event).reduce((sum, { detail }) => sum + Math.round(parseFloat(detail) * 100), 0)
    const refunded = sumOf('refund') - sumOf('refund failed')
    const disputes = entriesOf('dispute').length
    const isTold =
      refunded === (charge?.amount_refunded ?? 0) && disputes === (charge?.disputed ? 1 : 0)
    const untold = ['refund', 'refund failed', 'dispute']
      .flatMap(entriesOf)
      .filter(entry => {
        const about = emails.filter(({ subjectId }) => subjectId === entry.id)
        return about.filter(({ kind }) => kind.startsWith('temple-')).length !== 1
      })
      .map(({ event }) => `P4: the temple got no email about the ${event} of ${id}.`)
    if (isTold) return untold
    return [
      ...untold,
      `P4: of ${id} ${refunded} returned and ${disputes} disputes were told, the provider has ${charge?.amount_refunded} and ${charge?.disputed}.`,
    ]
  })
}

function countMails(emails: Snapshot['emails'], mails: string[]): string[] {
  return emails.flatMap(({ id, kind, state }) => {
    const delivered = new Set(mails.filter(mail => mail.includes(id))).size
    return delivered === 1 || state !== 'sent'
      ? []
      : [`P4: ${kind} ${id} was delivered ${delivered}x.`]
  })
}

function paidOnTheProvidersWordOnly({ orders, charges }: Snapshot): string[] {
  return orders.flatMap(order => {
    const charge = charges.find(one => one.paid && one.payment_intent === order.paymentIntentId)
    const expected = readProviderState(charge)
    const matches = expected === null ? !claimsMoney(order) : order.payment === expected
    const received = charge?.amount ?? 0
    if (matches && order.confirmedKopiykas === received) return []
    const recorded = `${order.payment} with ${order.confirmedKopiykas}`
    return [
      `P5: order ${order.idempotencyKey} is ${recorded}, the provider says ${expected} ${received}.`,
    ]
  })
}

function readProviderState(charge: Charge | undefined): string | null {
  if (!charge) return null
  if (charge.disputed) return 'disputed'
  return charge.amount_refunded >= charge.amount ? 'returned' : 'paid'
}

const claimsMoney = (order: Order) => ['paid', 'returned', 'disputed'].includes(order.payment)

function nothingNeedsACookie({ candles }: Snapshot): string[] {
  return candles.flatMap(({ cookies }) => cookies.map(call => `P8: ${call} set a cookie.`))
}

function nothingIsLeftUndone({ orders, donations, intents }: Snapshot): string[] {
  const states = new Map(intents.map(intent => [intent.id, intent.status]))
  const waiting = donations
    .filter(({ answeredAt, state }) => answeredAt !== null && state !== 'processing')
    .map(row => `P3: the order of ${row.paymentIntentId} was answered and is not stored.`)
  const leftover = donations
    .filter(({ draft }) => draft !== null)
    .filter(draft => orders.some(order => order.paymentIntentId === draft.paymentIntentId))
    .map(draft => `P1: a draft of ${draft.paymentIntentId} exists next to its order.`)
  const unnoticed = donations
    .filter(row => states.get(row.paymentIntentId ?? '') === 'succeeded')
    .filter(row => row.state !== 'succeeded')
    .map(row => `P1: ${row.paymentIntentId} succeeded and is held to be ${row.state}.`)
  return [...waiting, ...leftover, ...unnoticed]
}
