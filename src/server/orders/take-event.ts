import { insertDecline } from '../db/card-testing'
import { findDonation } from '../db/donations'
import { inTransaction } from '../db/store'
import { countWatermark, setWatermark } from '../db/watermarks'
import { insertEvent } from '../db/webhook-events'
import type { Services } from '../services'
import type { ProviderEvent } from '../stripe/payment-provider'
import { declinedType } from '../stripe/webhook'

const forgedPauseMs = 1_000
const forgedNotedAt = new WeakMap<Services, number>()

/** Counts at most one a second: a flood of forged events must not become a flood of writes. */
async function countForged(services: Services): Promise<void> {
  const now = services.now()
  if (now - (forgedNotedAt.get(services) ?? 0) < forgedPauseMs) return
  forgedNotedAt.set(services, now)
  await countWatermark(services.store.db, 'bad-signatures')
}

export type WebhookOutcome = 'stored' | 'forged' | 'not-configured'

/** Stores a signed event; the sync follows the response. Throws if that fails: it is sent again. */
export async function receiveWebhook(
  services: Services,
  rawBody: Buffer,
  signature: string,
): Promise<WebhookOutcome> {
  const { provider, log } = services
  if (!provider) return 'not-configured'
  const event = provider.readEvent(rawBody, signature)
  if (!event) {
    await countForged(services)
    return 'forged'
  }
  const { id, type, payload } = event
  log.info({ event: id, type, payload }, 'a webhook was received')
  await takeEvent(services, event, 'webhook')
  return 'stored'
}

/** An event that no webhook brought counts as missed after this time. */
const missedAfterMs = 60_000

/** Stores the event, and counts a declined card before its sync: card testers are faster. */
export async function takeEvent(
  services: Services,
  event: ProviderEvent,
  from: 'webhook' | 'list',
): Promise<void> {
  const { provider, store, signals } = services
  const now = services.now()
  const { id, type } = event
  const paymentIntentId = event.livemode === provider?.livemode ? event.paymentIntentId : null
  // By our clock.
  const at = Math.min(event.createdAt + (provider?.clockAheadMs() ?? 0), now)
  const isNew = await inTransaction(store, async trx => {
    if (from === 'webhook') await setWatermark(trx, 'last-webhook', now)
    if (!(await insertEvent(trx, { id, type, paymentIntentId, receivedAt: now }))) return false
    const donation = paymentIntentId !== null && (await findDonation(trx, paymentIntentId))
    if (!donation) return true
    if (from === 'list' && now - at >= missedAfterMs) await setWatermark(trx, 'missed-webhook', at)
    const { addressHash } = donation
    if (type === declinedType)
      await insertDecline(trx, { eventId: id, paymentIntentId, addressHash, at })
    return true
  })
  if (isNew || from === 'webhook') signals.emit('payment-due')
}
