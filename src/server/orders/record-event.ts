import { insertDecline } from '../db/card-testing'
import { findDonation, updateDonation } from '../db/donations'
import type { Donation } from '../db/schema'
import { inTransaction, type Transaction } from '../db/store'
import { setWatermark } from '../db/watermarks'
import { createLogThrottle } from '../log-throttle'
import type { Services } from '../services'
import { declinedType, type ProviderEvent } from '../stripe/payment-provider'

type Received = 'received' | 'forged' | 'not-configured'

/**
 * Verifies a webhook and records its event. Throws if the event's check could not be scheduled, so that
 * the provider sends it again.
 */
export function createWebhookReceiver(services: Services) {
  const { store, log } = services
  const markedIn = { 'last-webhook': 0, 'bad-signature': 0 }
  const mayLogForgery = createLogThrottle()

  /** Writes once in each second, so that a flood of events is no flood of writes. */
  async function markReceived(mark: keyof typeof markedIn): Promise<void> {
    const now = services.now()
    const second = Math.floor(now / 1_000)
    if (second === markedIn[mark]) return
    markedIn[mark] = second
    await setWatermark(store.db, mark, now)
  }

  return async (rawBody: Buffer, signature: string): Promise<Received> => {
    const { provider } = services
    if (!provider) return 'not-configured'
    const event = provider.parseEvent(rawBody, signature)
    if (event) {
      const { id, type, paymentIntentId } = event
      log.info({ event: id, type, paymentIntentId }, 'a webhook was received')
      await recordEvent(services, event, 'webhook')
    } else if (mayLogForgery())
      log.warn('a webhook has a wrong signature: check STRIPE_WEBHOOK_SECRET')
    await markReceived(event ? 'last-webhook' : 'bad-signature')
    return event ? 'received' : 'forged'
  }
}

/** An event schedules its check so far in the past, ms, that it comes before all others that are due. */
const beforeOthersMs = 1e13

/**
 * Schedules a check of the event's payment, unless the event is redundant. A declined card is counted at
 * once, because card testers are faster than a check. Returns the event's time by our clock, in ms, or
 * null if the event is not about a payment in our store.
 */
export async function recordEvent(
  services: Services,
  event: ProviderEvent,
  by: 'webhook' | 'reconciler',
): Promise<number | null> {
  const { provider, store } = services
  const { id: eventId, type, livemode, createdAt, paymentIntentId } = event
  if (livemode !== provider?.livemode || paymentIntentId === null) return null
  // If the row is missing, the reconciler will store it.
  const donation = await findDonation(store.db, paymentIntentId)
  if (!donation) return null
  const now = services.now()
  const at = Math.min(createdAt + (provider.clockAheadMs() ?? 0), now)
  const { addressHash } = donation
  const isDecline = type === declinedType
  // Each event writes another time, so a sync that is reading the payment notices it.
  const dueFirst = { nextCheckAt: now - beforeOthersMs, checkAttempts: 0 }
  const isSuccess = stateAfter[type] === 'succeeded'
  const told = isSuccess && donation.learnedBy === null && { learnedBy: by }
  const isNews = !isRedundant(type, donation.state)
  const record = async (trx: Transaction) => {
    if (isDecline) await insertDecline(trx, { eventId, paymentIntentId, addressHash, at })
    if (isNews) await updateDonation(trx, paymentIntentId, { ...dueFirst, ...told })
  }
  // The reconciler records one event after another. If one of them waited behind strangers, the event of a
  // captured payment after it would wait as well.
  const isOfStranger = by === 'webhook' && stateAfter[type] === 'open'
  if (isDecline || isNews) await inTransaction(store, record, isOfStranger ? 'unpaid' : 'paid')
  if (isDecline) services.declinedFrom.add(addressHash)
  return at
}

/** Maps the type of an event to the state that it tells. A changed charge only tells that it was captured. */
const stateAfter: Readonly<Record<string, Donation['state']>> = {
  'payment_intent.created': 'open',
  'payment_intent.requires_action': 'open',
  [declinedType]: 'open',
  'charge.failed': 'open',
  'payment_intent.processing': 'processing',
  'charge.succeeded': 'succeeded',
  'charge.updated': 'succeeded',
  'payment_intent.succeeded': 'succeeded',
  'payment_intent.canceled': 'canceled',
}

/** Under attack most events are redundant, and the provider allows only 25 reads a second. */
function isRedundant(type: string, state: Donation['state']): boolean {
  const isFinal = state === 'succeeded' || state === 'canceled'
  return stateAfter[type] !== undefined && (isFinal || stateAfter[type] === state)
}
