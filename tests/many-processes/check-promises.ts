import type { Services } from '../../src/server/services'
import { listOrders, listTickets } from '../integration/read-store'
import { readCharges } from './read-sandbox'
import type { Run } from './run-shop'

export interface Findings {
  visits: number
  kills: number
  charges: number
  orders: number
  tickets: number
  letters: number
  /** Letters that reached the mail server again, after a kill between its yes and our note. */
  repeatedDeliveries: number
  /** Everything that breaks a promise; empty when all hold. */
  broken: string[]
}

/** Compares the store, the card company's charges, the mail server and what visitors were told. */
export async function checkPromises(run: Run, services: Services): Promise<Findings> {
  const charges = await readCharges(run.shop)
  const orders = await listOrders(services)
  const tickets = await listTickets(services)
  const letters = await services.store.db.selectFrom('letters').selectAll().execute()
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
    const kinds = letters.filter(letter => letter.subjectId === order.id).map(({ kind }) => kind)
    expect(
      [...kinds].sort().join() === 'donor-thanks,temple-notice',
      `P4: ${order.id} has letters ${kinds}`,
    )
  }
  const delivered = new Set(run.shop.mail.messageIds)
  for (const letter of letters)
    expect(delivered.has(letter.messageId) && letter.state === 'sent', `P4: ${letter.id} not sent`)
  expect(delivered.size === letters.length, `P4: ${delivered.size} letters of ${letters.length}`)
  const repeatedDeliveries = run.shop.mail.messageIds.length - delivered.size
  expect(repeatedDeliveries <= run.kills * 5, `P4: ${repeatedDeliveries} letters came twice`)

  return {
    visits: run.visits.length,
    kills: run.kills,
    charges: charges.size,
    orders: orders.length,
    tickets: tickets.length,
    letters: letters.length,
    repeatedDeliveries,
    broken,
  }
}
