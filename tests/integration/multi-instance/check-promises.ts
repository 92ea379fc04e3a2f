import type { Services } from '../../../src/server/services'
import { listOrders, listTickets } from '../read-store'
import { readCharges } from './read-sandbox'
import type { Run } from './run-shop'

export interface Findings {
  visits: number
  kills: number
  charges: number
  orders: number
  tickets: number
  emails: number
  /** Emails that reached the mail server again, after a kill between its yes and our note. */
  repeatedDeliveries: number
  /** Everything that breaks a promise; empty when all hold. */
  broken: string[]
}

/** Compares the store, the payment provider's charges, the mail server and what visitors were shown. */
export async function checkPromises(run: Run, services: Services): Promise<Findings> {
  const charges = await readCharges(run.shop)
  const orders = await listOrders(services)
  const tickets = await listTickets(services)
  const emails = await services.store.db.selectFrom('emails').selectAll().execute()
  const byKey = new Map(orders.map(order => [order.idempotencyKey, order]))
  const ticketed = new Set(tickets.map(ticket => ticket.paymentIntentId))
  const broken: string[] = []
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) broken.push(sentence)
  }

  for (const [intent, amounts] of charges) {
    const ends = Number(byKey.has(intent)) + Number(ticketed.has(intent))
    expect(ends === 1, `P1: charge ${intent} ended ${ends} times`)
    expect(amounts.length === 1, `P2: ${intent} was charged ${amounts.length} times`)
    const order = byKey.get(intent)
    expect(
      !order || (order.payment === 'paid' && order.confirmedKopiykas === amounts[0]),
      `P1: the order of ${intent} is ${order?.payment}`,
    )
  }
  for (const visit of run.visits) {
    expect(!(visit.denied && charges.has(visit.key)), `P2: ${visit.key} paid and was denied`)
    expect(!visit.told || byKey.has(visit.key), `P3: ${visit.key} was told yes and has no order`)
    expect(visit.kind !== 'liar' || visit.denied, `P5: ${visit.key} was believed`)
  }
  for (const order of orders) {
    const paid = order.payment === 'paid'
    expect(
      !paid || charges.has(order.idempotencyKey),
      `P5: ${order.id} is paid and was not charged`,
    )
    const told = emails.filter(
      ({ subjectId, kind }) => subjectId === order.noticeId && /notice|digest/.test(kind),
    )
    const own = emails.filter(email => email.subjectId === order.id).map(({ kind }) => kind)
    const toDonor = own.filter(kind => kind !== 'temple-notice')
    expect(told.length === 1, `P4: ${order.id} stands in ${told.length} notices`)
    expect(toDonor.join() === 'donor-thanks', `P4: ${order.id} has emails ${own}`)
  }
  const messageIds = run.shop.mail.received.map(({ messageId }) => messageId)
  const delivered = new Set(messageIds)
  for (const email of emails)
    expect(delivered.has(email.messageId) && email.state === 'sent', `P4: ${email.id} not sent`)
  expect(delivered.size === emails.length, `P4: ${delivered.size} emails of ${emails.length}`)
  const repeatedDeliveries = messageIds.length - delivered.size
  expect(repeatedDeliveries <= run.kills * 5, `P4: ${repeatedDeliveries} emails came twice`)

  return {
    visits: run.visits.length,
    kills: run.kills,
    charges: charges.size,
    orders: orders.length,
    tickets: tickets.length,
    emails: emails.length,
    repeatedDeliveries,
    broken,
  }
}
