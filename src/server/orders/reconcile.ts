import { findDonation, sweepCaptured } from '../db/donations'
import type { Donation } from '../db/schema'
import { readWatermark, setWatermark } from '../db/watermarks'
import { insertEvent } from '../db/webhook-events'
import type { Services } from '../services'
import type { PaymentIntent, PaymentProvider, ProviderEvent } from '../stripe/payment-provider'
import { isOurs } from './donation'
import { isolateFailure } from './sync-due-payments'
import { syncPayment } from './sync-payment'

/** The provider's clock and ours may differ, and so may the moments at which its lists are complete. */
const overlapMs = 60 * 60_000
const firstWindowMs = 26 * 3_600_000

/**
 * Repairs what webhooks missed: reads the provider's recent intents and settles those that we see
 * differently, takes in recent events that were not delivered (an intent may be paid or refunded
 * long after it was made), and looks for captured payments that nothing stands for. Restored from a
 * backup, the watermark is old too, and the lists go back as far; set by a clock that was ahead, it
 * does not count.
 */
export async function reconcile(services: Services): Promise<void> {
  const { provider, store, log } = services
  if (!provider) return
  const startedAt = services.now()
  const until = await readWatermark(store.db, 'reconciled-until')
  const known = until === null ? startedAt - firstWindowMs : Math.min(until, startedAt) - overlapMs
  // The lists go by the provider's clock: where ours is ahead, they would begin in its future.
  const since = known - Math.max(provider.clockAheadMs() ?? 0, 0)
  for await (const intent of provider.listIntents(since))
    await isolateFailure(services, () => syncIfNew(services, provider, intent))
  for await (const event of provider.listEvents(since)) await takeInEvent(services, event)
  const swept = await sweepCaptured(store.db, startedAt)
  if (swept > 0) log.error({ swept }, 'captured payments had neither order nor ticket')
  await setWatermark(store.db, 'reconciled-until', startedAt)
}

async function syncIfNew(
  services: Services,
  { livemode }: PaymentProvider,
  intent: PaymentIntent,
): Promise<void> {
  const { store, installation } = services
  const donation = await findDonation(store.db, intent.id, intent.ref)
  if (!isOurs(intent, donation, { livemode, installation })) return
  if (!donation || differs(donation, intent))
    await syncPayment(services, intent.id, { kind: 'check' })
}

function differs(donation: Donation, intent: PaymentIntent): boolean {
  return (
    donation.state !== intent.status ||
    donation.refundedKopiykas !== intent.refundedKopiykas ||
    (intent.disputed && !donation.disputed)
  )
}

/** As if it had been delivered: one that was, is known by its id. The settling job does the rest. */
async function takeInEvent(services: Services, event: ProviderEvent): Promise<void> {
  if (event.livemode !== services.provider?.livemode) return
  const isNew = await insertEvent(services.store.db, { ...event, receivedAt: services.now() })
  if (isNew) services.wakeSettling()
}
