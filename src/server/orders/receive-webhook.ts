import { countMark, raiseMark } from '../db/marks'
import { insertEvent } from '../db/webhook-events'
import { noteFailure } from '../limits/note-failure'
import type { Services } from '../services'

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
  if (!services.provider) return 'not-configured'
  const event = services.provider.readEvent(rawBody, signature)
  if (!event) {
    await countMark(services.store.db, 'bad-signatures')
    return 'forged'
  }
  const now = services.now()
  const isOurMode = event.livemode === services.provider.livemode
  const paymentIntentId = isOurMode ? event.paymentIntentId : null
  const received = { ...event, paymentIntentId, receivedAt: now }
  await insertEvent(services.store.db, received)
  if (event.type === 'payment_intent.payment_failed') await noteFailure(services, received)
  await raiseMark(services.store.db, 'last-webhook', now)
  services.wakeSettling()
  return 'stored'
}
