import type { Charge, Dispute, Evidence, OrderRow } from './evidence'

/** Compares the books of both sides. Every sentence returned is a broken promise; none is the aim. */
export function findBrokenPromises(evidence: Evidence): string[] {
  return [
    ...everyPaymentHasItsOrderOrTicket(evidence),
    ...nobodyPaysTwice(evidence),
    ...whatWasConfirmedIsThere(evidence),
    ...everyLetterOnce(evidence),
    ...paidOnTheProvidersWordOnly(evidence),
    ...nothingNeedsACookie(evidence),
    ...nothingIsLeftUndone(evidence),
  ]
}

const isOurs = (intent: Evidence['intents'][number]) => intent.metadata.app === 'svichka'

function everyPaymentHasItsOrderOrTicket({ intents, orders, tickets }: Evidence): string[] {
  return intents.filter(isOurs).flatMap(({ id, status }) => {
    const found = orders.filter(order => order.payment_intent_id === id).length
    const open = tickets.filter(t => t.payment_intent_id === id && t.state === 'open').length
    if (status === 'succeeded' && found + open !== 1)
      return [`P1: ${id} was paid and has ${found} orders and ${open} open tickets.`]
    return status !== 'succeeded' && open > 0 ? [`P1: ${id} has a ticket and was not paid.`] : []
  })
}

function nobodyPaysTwice({ charges, candles }: Evidence): string[] {
  const captured = charges.filter(charge => charge.paid)
  const twice = candles.flatMap(({ visitor, intents }) => {
    const taken = captured.filter(charge => intents.includes(charge.payment_intent))
    return taken.length > 1 ? [`P2: ${visitor} was charged ${taken.length} times.`] : []
  })
  const refused = candles.flatMap(({ visitor, refusedAfterPayment }) =>
    refusedAfterPayment.map(key => `P2: ${visitor} paid ${key} and was told that they did not.`),
  )
  const released = candles.flatMap(({ visitor, released }) =>
    captured
      .filter(charge => released.includes(charge.payment_intent))
      .map(charge => `P2: ${visitor} was charged by ${charge.payment_intent} after its release.`),
  )
  return [...twice, ...refused, ...released]
}

function whatWasConfirmedIsThere({ candles, orders }: Evidence): string[] {
  const keys = new Set(orders.map(order => order.idempotency_key))
  return candles
    .flatMap(candle => candle.confirmedKeys)
    .filter(key => !keys.has(key))
    .map(key => `P3: the order ${key} was confirmed and is not there.`)
}

function everyLetterOnce({ orders, tickets, reversals, letters, mails }: Evidence): string[] {
  const lettersOf = (subject: string, kind: string) =>
    letters.filter(letter => letter.subject_id === subject && letter.kind === kind)
  const expected = [
    ...orders.map(order => [order.id, 'temple-notice'] as const),
    ...tickets.map(ticket => [ticket.id, 'temple-ticket'] as const),
  ]
  // Each refund and dispute of an order is told to the temple, whatever became of it since.
  const told = reversals
    .filter(one => orders.some(order => order.payment_intent_id === one.payment_intent_id))
    .filter(one => !letters.some(l => l.subject_id === one.id && l.kind.startsWith('temple-')))
    .map(one => `P4: the temple was not told of ${one.kind} ${one.id}, ${one.status}.`)
  const missing = expected.flatMap(([subject, kind]) => {
    const found = lettersOf(subject, kind).length
    return found === 1 ? [] : [`P4: ${subject} has ${found} letters ${kind}.`]
  })
  const unsent = letters
    .filter(letter => letter.state !== 'sent')
    .map(letter => `P4: the letter ${letter.kind} of ${letter.subject_id} is ${letter.state}.`)
  const counted = countMails(letters, mails)
  return [...told, ...missing, ...unsent, ...counted]
}

function countMails(letters: Evidence['letters'], mails: string[]): string[] {
  return letters.flatMap(({ id, kind, state }) => {
    const carried = new Set(mails.filter(mail => mail.includes(id))).size
    return carried === 1 || state !== 'sent' ? [] : [`P4: ${kind} ${id} was carried ${carried}x.`]
  })
}

function paidOnTheProvidersWordOnly({ orders, charges, disputes }: Evidence): string[] {
  return orders.flatMap(order => {
    const charge = charges.find(one => one.paid && one.payment_intent === order.payment_intent_id)
    const dispute = disputes.find(one => one.payment_intent === order.payment_intent_id)
    const truth = readTruth(charge, dispute)
    const isTold = truth === null ? !isMoneyTold(order) : order.payment === truth
    const received = charge?.amount ?? 0
    if (isTold && order.confirmed_kopiykas === received) return []
    const told = `${order.payment} with ${order.confirmed_kopiykas}`
    return [
      `P5: order ${order.idempotency_key} is ${told}, the provider says ${truth} ${received}.`,
    ]
  })
}

function readTruth(charge: Charge | undefined, dispute: Dispute | undefined): string | null {
  if (!charge) return null
  if (dispute?.status === 'lost') return 'returned'
  if (dispute && dispute.status !== 'won') return 'disputed'
  return charge.amount_refunded >= charge.amount ? 'returned' : 'paid'
}

const isMoneyTold = (order: OrderRow) => ['paid', 'returned', 'disputed'].includes(order.payment)

function nothingNeedsACookie({ candles }: Evidence): string[] {
  return candles.flatMap(({ cookies }) => cookies.map(call => `P8: ${call} set a cookie.`))
}

function nothingIsLeftUndone({ orders, donations, intents, unsettledEvents }: Evidence): string[] {
  const states = new Map(intents.map(intent => [intent.id, intent.status]))
  const waiting = orders
    .filter(order => order.payment === 'verifying')
    .map(order => `P1: the order ${order.idempotency_key} is still being verified.`)
  const unnoticed = donations
    .filter(row => states.get(row.payment_intent_id ?? '') === 'succeeded')
    .filter(row => row.state !== 'succeeded')
    .map(row => `P1: ${row.payment_intent_id} succeeded and is held to be ${row.state}.`)
  const events = unsettledEvents > 0 ? [`P1: ${unsettledEvents} events are not settled.`] : []
  return [...waiting, ...unnoticed, ...events]
}
