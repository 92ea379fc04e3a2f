import { setTimeout as pause } from 'node:timers/promises'
import { findLetter } from '../db/letters'
import { addHistory, countHistory, findFirstAnswer } from '../db/orders'
import type { Services } from '../services'
import { composeOrder } from './compose-order'
import type { Order } from './order'
import type { OrderOutcome } from './order-outcome'
import type { OrderRequest } from './order-request'

const longestFirstAnswerMs = 2_500
const variantsKept = 5

/** The order is there already: the first answer again, and what differs is kept in its history. */
export async function repeatAnswer(
  services: Services,
  order: Order,
  request: OrderRequest,
): Promise<OrderOutcome> {
  await keepVariant(services, order, request)
  return { kind: 'placed', userEmailSent: await awaitFirstAnswer(services, order) }
}

/** Two requests at once make one order; the second waits for what the first will say. */
async function awaitFirstAnswer(services: Services, order: Order): Promise<boolean> {
  const giveUpAt = order.createdAt + longestFirstAnswerMs
  do {
    const answer = await findFirstAnswer(services.store.db, order.id)
    if (answer !== null) return answer
    await pause(50)
  } while (services.now() < giveUpAt)
  const email = await findLetter(services.store.db, order.id, 'donor-thanks')
  return email?.state === 'sent'
}

async function keepVariant(services: Services, order: Order, request: OrderRequest): Promise<void> {
  const variant = summarize(composeOrder(request.sent, { ...order, now: services.now() }))
  if (variant === summarize(order)) return
  const kept = await countHistory(services.store.db, order.id, 'variant')
  if (kept >= variantsKept) return
  services.log.warn({ orderId: order.id }, 'the same key came with another order')
  await addHistory(services.store.db, {
    orderId: order.id,
    at: services.now(),
    event: 'variant',
    detail: variant,
  })
}

function summarize(order: Order): string {
  const { name, purpose, email, claimedKopiykas } = order
  return JSON.stringify({ name, purpose, email, claimedKopiykas })
}
