import { findDonation, listStaleDonations } from '../db/donations'
import { raiseMark, readMark } from '../db/marks'
import { insertEvent } from '../db/webhook-events'
import type { Services } from '../services'
import type { CardProvider, IntentFacts, ProviderEvent } from '../stripe/card-provider'
import { cancelDonation } from './cancel-donation'
import type { Donation } from './donation'
import { isOurs } from './is-ours'
import { settleFacts } from './settle-donation'
import { staleIntentMs } from './settling-times'

/** The provider's clock and ours may differ, and so may the moments at which its lists are complete. */
const overlapMs = 60 * 60_000
const firstWindowMs = 26 * 3_600_000
const batch = 100

/**
 * Repairs what webhooks missed: reads the provider's recent intents and settles those that we see
 * differently, takes in recent events that were not delivered (an intent may be paid or refunded
 * long after it was made), then cancels our unpaid ones that are a day old. Restored from a backup,
 * the mark is old too, and the lists go back as far.
 */
export async function reconcile(services: Services): Promise<void> {
  const { provider } = services
  if (!provider) return
  const startedAt = services.now()
  const mark = await readMark(services.store.db, 'reconciled-until')
  const since = mark === null ? startedAt - firstWindowMs : mark - overlapMs
  for await (const facts of provider.listIntents(since)) await settleIfNew(services, facts)
  for await (const event of provider.listEvents(since)) await takeInEvent(services, event)
  await cancelStale(services, provider, startedAt - staleIntentMs)
  await raiseMark(services.store.db, 'reconciled-until', startedAt)
}

async function settleIfNew(services: Services, facts: IntentFacts): Promise<void> {
  if (!services.provider || !isOurs(facts, services.provider.livemode)) return
  const donation = await findDonation(services.store.db, facts.id)
  if (!donation || differs(donation, facts)) await settleFacts(services, facts)
}

/** As if it had been delivered: one that was, is known by its id. The settling loop does the rest. */
async function takeInEvent(services: Services, event: ProviderEvent): Promise<void> {
  if (event.livemode !== services.provider?.livemode) return
  const isNew = await insertEvent(services.store.db, { ...event, receivedAt: services.now() })
  if (isNew) services.wakeSettling()
}

function differs(donation: Donation, facts: IntentFacts): boolean {
  return (
    donation.state !== facts.status ||
    donation.refundedKopiykas !== facts.refundedKopiykas ||
    donation.disputed !== facts.disputed
  )
}

async function cancelStale(services: Services, provider: CardProvider, before: number) {
  const stale = await listStaleDonations(services.store.db, provider.livemode, before, batch)
  for (const donation of stale) await cancelDonation(services, provider, donation)
}
