import { hourMs } from '../../shared/durations'
import { findDonation, insertDonation, sweepCaptured } from '../db/donations'
import { findWatermark, setWatermark } from '../db/watermarks'
import type { Services } from '../services'
import type { PaymentIntent, PaymentProvider, ProviderEvent } from '../stripe/payment-provider'
import { applyIntent, createDonation, isOurs } from './donation'
import { sweptAfterMs } from './next-check'
import { recordEvent } from './record-event'

/** The provider's lists may become complete only after a while. */
const overlapMs = hourMs
const firstWindowMs = 25 * hourMs

/**
 * Repairs what webhooks missed. It records recent events that were not delivered, stores recent intents
 * that have no row, and checks captured payments that have no order. Progress is stored by the provider's
 * clock, for live and test mode apart, so neither a wrong clock nor a change of keys leaves a gap. After a
 * restore it starts where the backup ended.
 */
export function createReconciler(services: Services): () => Promise<void> {
  const { store, log } = services
  /** The ids of the last list, which the next one overlaps. */
  let listedEvents = new Set<string>()

  async function processEvents(events: AsyncIterable<ProviderEvent>): Promise<void> {
    const listed = new Set<string>()
    let newest: number | null = null
    for await (const event of events) {
      listed.add(event.id)
      if (listedEvents.has(event.id)) continue
      const at = await recordEvent(services, event, 'reconciler')
      newest ??= at
    }
    if (newest !== null) await setWatermark(store.db, 'last-event', newest)
    listedEvents = listed
  }

  return async () => {
    const { provider } = services
    if (!provider) return
    const startedAt = services.now()
    const aheadMs = await provider.readClock()
    if (aheadMs === null) throw new Error('The payment provider does not tell its time.')
    const providerNow = startedAt - aheadMs
    const mark = provider.livemode ? 'listed-until:live' : 'listed-until:test'
    const until = await findWatermark(store.db, mark)
    const since = Math.min(until ?? providerNow - firstWindowMs, providerNow) - overlapMs
    for await (const intent of provider.listIntents(since))
      await storeIfMissing(services, provider, intent)
    await processEvents(provider.listEvents(since))
    const swept = await sweepCaptured(store.db, { now: startedAt, afterMs: sweptAfterMs })
    if (swept > 0) log.error({ swept }, 'captured payments had no order')
    await setWatermark(store.db, mark, providerNow)
    await setWatermark(store.db, 'reconciled-at', startedAt)
  }
}

/** Stores an intent whose creation was not answered, or that a restored backup lacks, and has it checked. */
async function storeIfMissing(
  { store, installation, now }: Services,
  { livemode }: PaymentProvider,
  intent: PaymentIntent,
): Promise<void> {
  if (!isOurs(intent, undefined, { livemode, installation })) return
  if (await findDonation(store.db, intent.id)) return
  const known = applyIntent(createDonation(intent), intent, now(), 'reconciler')
  await insertDonation(store.db, { ...known, nextCheckAt: now() })
}
