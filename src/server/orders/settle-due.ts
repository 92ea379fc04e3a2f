import { claimDueDonations, closeDonation, findDonation, setSettleAt } from '../db/donations'
import { isStoreFailure } from '../db/failures'
import type { Donation, WebhookEvent } from '../db/schema'
import { inTransaction } from '../db/store'
import { claimDueEvents, finishEvent } from '../db/webhook-events'
import type { Services } from '../services'
import { backoffMs } from './next-look'
import { settle } from './settle'

const batch = 20
/** So many payments are read at the provider at once. */
const atOnce = 5
/** A server that is to stop waits for its run to end. */
const batchesPerRun = 10
/** How long one process holds what it settles, ms. */
const holdMs = 60_000

/** One run of the settling job, batch by batch, so that a backlog does not wait for runs. */
export async function settleDue(services: Services): Promise<number> {
  let settled = 0
  for (let run = 0; run < batchesPerRun; run += 1) {
    const found = await settleBatch(services)
    settled += found
    if (found < batch) break
  }
  return settled
}

/** Events that came in, and donations whose time has come. */
async function settleBatch(services: Services): Promise<number> {
  const { store } = services
  if (!services.provider) return 0
  const now = services.now()
  const claim = { now, until: now + holdMs, limit: batch }
  const { events, donations } = await inTransaction(store, async trx => ({
    events: await claimDueEvents(store.engine, trx, claim),
    donations: await claimDueDonations(store.engine, trx, claim),
  }))
  const tasks = [
    ...events.map(event => () => settleEvent(services, event)),
    ...donations.map(donation => () => settleDonation(services, donation)),
  ].values()
  async function work(): Promise<void> {
    for (const task of tasks) await apart(services, task)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return events.length + donations.length
}

/** One that fails in an unforeseen way is due again when its hold ends; the others go on. */
async function apart(services: Services, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    if (isStoreFailure(error)) throw error
    services.log.error({ err: error }, 'a payment could not be settled')
  }
}

async function settleEvent(services: Services, event: WebhookEvent): Promise<void> {
  const { db } = services.store
  const { paymentIntentId } = event
  if (paymentIntentId !== null && !(await isOldNews(services, event, paymentIntentId))) {
    const reversed = /refund|dispute/.test(event.type)
    const { status } = await settle(services, paymentIntentId, { reversed })
    if (status === 'unknown') {
      const runAt = services.now() + backoffMs(event.attempts)
      return finishEvent(db, event.id, runAt, 'the provider could not be asked')
    }
  }
  await finishEvent(db, event.id, null)
}

const openNews = new Set([
  'payment_intent.created',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'charge.failed',
])

/** News that changes nothing costs no call: under attack, most of it is of this kind. */
async function isOldNews({ store }: Services, event: WebhookEvent, id: string): Promise<boolean> {
  if (!openNews.has(event.type)) return false
  return (await findDonation(store.db, id))?.state === 'open'
}

async function settleDonation(services: Services, donation: Donation): Promise<void> {
  const { db } = services.store
  // Its intent's answer was lost a day ago, and nobody has its secret.
  if (donation.paymentIntentId === null) return closeDonation(db, donation.id)
  const { status } = await settle(services, donation.paymentIntentId)
  if (status !== 'foreign') return
  services.log.error({ donation: donation.id }, 'a donation of ours names a foreign payment')
  await setSettleAt(db, donation.id, services.now() + holdMs * 60)
}
