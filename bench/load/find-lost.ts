import * as v from 'valibot'
import { reconcile } from '../../src/server/orders/reconcile'
import { syncDuePayments } from '../../src/server/orders/sync-due-payments'
import type { Services } from '../../src/server/services'
import { listOrders, listTickets } from '../../tests/integration/read-store'
import type { Outcome } from './send-at-rate'

const Charges = v.array(v.object({ payment_intent: v.string(), paid: v.boolean() }))
const hourMs = 3_600_000

/** What is missing once every grace time has passed: orders that were told of, charges without an end. */
export async function findLost(
  services: Services,
  sandboxUrl: string,
  outcomes: Outcome[],
  advance: (ms: number) => void,
) {
  for (let turn = 0; turn < 2; turn++) {
    await reconcile(services)
    while ((await syncDuePayments(services)) > 0);
    advance(hourMs)
  }
  const orders = await listOrders(services)
  const keys = new Set(orders.map(order => order.idempotencyKey))
  const tickets = new Set((await listTickets(services)).map(ticket => ticket.paymentIntentId))
  const response = await fetch(`${sandboxUrl}/_control/charges?limit=1000000`)
  const charges = v.parse(Charges, await response.json()).filter(charge => charge.paid)
  const told = outcomes.flatMap(outcome => outcome.toldKey ?? [])
  return {
    freeOrdersTold: told.length,
    freeOrdersLost: told.filter(key => !keys.has(key)).length,
    charges: charges.length,
    chargesWithOrder: charges.filter(({ payment_intent: id }) => keys.has(id)).length,
    chargesWithTicket: charges.filter(({ payment_intent: id }) => tickets.has(id)).length,
    chargesLost: charges.filter(({ payment_intent: id }) => !keys.has(id) && !tickets.has(id))
      .length,
  }
}
