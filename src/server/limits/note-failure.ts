import { insertFailure } from '../db/card-testing'
import { countFailure, findDonation } from '../db/donations'
import type { WebhookEvent } from '../db/schema'
import { inTransaction } from '../db/store'
import type { Services } from '../services'

/** A card was declined. Counted when the news comes in, because testers are faster than settling. */
export async function noteFailure(
  { store, wakeCardWatch }: Services,
  event: Pick<WebhookEvent, 'id' | 'paymentIntentId' | 'receivedAt'>,
): Promise<void> {
  const { paymentIntentId } = event
  if (paymentIntentId === null) return
  const donation = await findDonation(store.db, paymentIntentId)
  if (!donation) return
  const { addressHash } = donation
  await inTransaction(store, async trx => {
    const failure = { eventId: event.id, paymentIntentId, addressHash, at: event.receivedAt }
    if (await insertFailure(trx, failure)) await countFailure(trx, paymentIntentId)
  })
  wakeCardWatch()
}
