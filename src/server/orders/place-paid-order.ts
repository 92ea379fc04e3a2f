import { scheduleSettling } from '../db/donations'
import type { Services } from '../services'
import type { CardProvider, IntentFacts } from '../stripe/card-provider'
import { composeOrder } from './compose-order'
import type { Donation } from './donation'
import { isOurs } from './is-ours'
import { lockKnownDonation } from './lock-known-donation'
import type { Order } from './order'
import { type OrderOutcome, unknownPayment } from './order-outcome'
import type { OrderRequest } from './order-request'
import { paymentOf } from './payment-of'
import { placeUnverifiedOrder } from './place-unverified-order'
import { repeatAnswer } from './repeat-answer'
import { saveOrder } from './save-order'
import { saveOrderDraft } from './save-order-draft'
import { sendFirstEmail, withKnownAnswer } from './send-first-email'
import { settleFacts } from './settle-donation'

/**
 * An order whose key names a payment intent: the provider is asked, and its word decides. Only a
 * plain "there is none" refuses the order; any other failure leaves open whether it was paid.
 */
export async function placePaidOrder(
  services: Services,
  provider: CardProvider,
  request: OrderRequest,
): Promise<OrderOutcome> {
  const answer = await provider.readIntent(request.idempotencyKey)
  if (answer.kind === 'unreachable' || answer.kind === 'refused')
    return placeUnverifiedOrder(services, request)
  if (answer.kind === 'unknown' || !isOurs(answer.value, provider.livemode)) {
    services.log.warn({ paymentIntentId: request.idempotencyKey }, 'order with an unknown payment')
    return unknownPayment
  }
  if (answer.value.status === 'open' || answer.value.status === 'canceled')
    return keepAsDraft(services, answer.value, request)
  return bindOrder(services, answer.value, request)
}

/** Not paid, or not yet: if the money comes after all, settling finishes the order from the draft. */
async function keepAsDraft(
  services: Services,
  facts: IntentFacts,
  request: OrderRequest,
): Promise<OrderOutcome> {
  await settleFacts(services, facts)
  await saveOrderDraft(services, {
    paymentIntentId: request.idempotencyKey,
    sent: request.sent,
    addressHash: request.addressHash,
  })
  return { kind: 'not-paid' }
}

async function bindOrder(
  services: Services,
  facts: IntentFacts,
  request: OrderRequest,
): Promise<OrderOutcome> {
  const { order, winner } = await services.store.db.transaction().execute(async trx => {
    const donation = await lockKnownDonation(services, trx, facts)
    const order = composeBound(services, donation, request)
    if (order.payment === 'awaiting') await scheduleSettling(trx, facts.id, services.now())
    return { order, winner: await saveOrder(services, trx, order) }
  })
  if (winner.id !== order.id) return repeatAnswer(services, winner, request)
  return { kind: 'placed', userEmailSent: await sendFirstEmail(services, order) }
}

function composeBound(services: Services, donation: Donation, request: OrderRequest): Order {
  const order = composeOrder(request.sent, {
    idempotencyKey: request.idempotencyKey,
    paymentIntentId: request.idempotencyKey,
    source: 'form',
    payment: paymentOf(donation, 'awaiting'),
    confirmedKopiykas: donation.receivedKopiykas,
    addressHash: request.addressHash,
    now: services.now(),
  })
  return withKnownAnswer(order)
}
