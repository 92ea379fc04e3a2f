import { cancelDonation } from '../donations/cancel-donation'
import type { CardProvider } from '../provider/card-provider'
import type { Services } from '../services'
import { listIdleIntents } from '../store/donation-counts'
import { countFailure, findDonation } from '../store/donations'
import { insertFailure } from '../store/payment-failures'
import type { WebhookEvent } from '../store/webhook-events'
import { failuresPerIntent } from './limits'
import { testsCards } from './tests-cards'

const batch = 50

/**
 * A card was declined. An intent with too many of these is cancelled, and so are the other intents
 * of an address that tests cards: each of them is a try that was already given away.
 */
export async function noteFailure(
  services: Services,
  event: Pick<WebhookEvent, 'id' | 'receivedAt'> & { paymentIntentId: string },
): Promise<void> {
  const { provider, store } = services
  const donation = await findDonation(store.db, event.paymentIntentId)
  if (!provider || !donation) return
  const { id, addressHash } = donation
  const { paymentIntentId } = event
  const isNew = await store.db.transaction().execute(async trx => {
    const at = event.receivedAt
    if (!(await insertFailure(trx, { eventId: event.id, paymentIntentId, addressHash, at })))
      return false
    await countFailure(trx, paymentIntentId)
    return true
  })
  if (isNew && donation.failures + 1 >= failuresPerIntent)
    await cancelDonation(services, provider, { id, paymentIntentId })
  if (isNew && (await testsCards(store.db, addressHash, services.now())))
    await cancelIdleIntents(services, provider, addressHash)
}

async function cancelIdleIntents(services: Services, provider: CardProvider, addressHash: string) {
  for (const paymentIntentId of await listIdleIntents(services.store.db, addressHash, batch))
    await cancelDonation(services, provider, { id: '', paymentIntentId })
}
