import { countWatermark, setWatermark } from '../db/watermarks'
import { insertEvent } from '../db/webhook-events'
import type { Services } from '../services'
import { declinedNews } from '../stripe/webhook'
import { noteDecline } from './card-testing'

const forgedPauseMs = 1_000
const forgedNotedAt = new WeakMap<Services, number>()

/** At most one a second is written down: whoever sends thousands does not get to write the store. */
async function countForged(services: Services): Promise<void> {
  const now = services.now()
  if (now - (forgedNotedAt.get(services) ?? 0) < forgedPauseMs) return
  forgedNotedAt.set(services, now)
  await countWatermark(services.store.db, 'bad-signatures')
}

export type WebhookOutcome = 'stored' | 'forged' | 'not-configured'

/**
 * Stores a signed event; settling follows, after the answer. Throws when the store cannot take it,
 * so that the provider delivers it again.
 */
export async function receiveWebhook(
  services: Services,
  rawBody: Buffer,
  signature: string,
): Promise<WebhookOutcome> {
  const { provider, store } = services
  if (!provider) return 'not-configured'
  const event = provider.readEvent(rawBody, signature)
  if (!event) {
    await countForged(services)
    return 'forged'
  }
  const { id, type, payload } = event
  services.log.info({ event: id, type, payload }, 'a webhook was received')
  const now = services.now()
  const paymentIntentId = event.livemode === provider.livemode ? event.paymentIntentId : null
  const received = { ...event, paymentIntentId, receivedAt: now }
  await insertEvent(store.db, received)
  if (event.type === declinedNews) await noteDecline(services, received)
  await setWatermark(store.db, 'last-webhook', now)
  services.wakeSettling()
  return 'stored'
}
