import pMap from 'p-map'
import { claimDueDonations, closeDonation, findDonation } from '../db/donations'
import { isStoreFailure } from '../db/failures'
import type { Donation, WebhookEvent } from '../db/schema'
import { claimDueEvents, finishEvent } from '../db/webhook-events'
import { cancelTestedIntents } from '../limits/card-testing'
import type { Services } from '../services'
import { declinedType } from '../stripe/webhook'
import { pauseAfter } from './next-check'
import { syncPayment } from './sync-payment'

const batch = 20
const concurrency = 5
/** A stopping server waits for the run to end. */
const batchesPerRun = 10
const claimMs = 60_000

/** Syncs what is due, batch by batch, so that a backlog does not wait for the next tick. */
export async function syncDuePayments(services: Services): Promise<number> {
  let synced = 0
  for (let run = 0; run < batchesPerRun; run += 1) {
    const found = await syncBatch(services)
    synced += found
    if (found < batch) break
  }
  return synced
}

async function syncBatch(services: Services): Promise<number> {
  const { db } = services.store
  const now = services.now()
  const claim = { now, until: now + claimMs, limit: batch }
  // First what a lock may stop: a claimed event waits until its claim expires.
  const donations = await claimDueDonations(db, claim)
  const events = await claimDueEvents(db, claim)
  const tasks = [
    // One after another: the first reading usually makes the others unnecessary.
    ...byPayment(events).map(group => async () => {
      for (const event of group) await syncEvent(services, event)
    }),
    ...donations.map(donation => () => syncDonation(services, donation)),
  ]
  await pMap(tasks, task => isolateFailure(services, task), {
    concurrency,
    stopOnError: false,
  })
  return events.length + donations.length
}

/** Logs an unexpected error of one payment, which is due again when its claim expires. */
export async function isolateFailure(services: Services, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    if (isStoreFailure(error)) throw error
    services.log.error({ err: error }, 'a payment could not be synced')
  }
}

function byPayment(events: readonly WebhookEvent[]): WebhookEvent[][] {
  const groups = new Map<string, WebhookEvent[]>()
  for (const event of events) {
    const key = event.paymentIntentId ?? event.id
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  return [...groups.values()]
}

async function syncEvent(services: Services, event: WebhookEvent): Promise<void> {
  const { db } = services.store
  const { paymentIntentId } = event
  if (paymentIntentId !== null && event.type === declinedType)
    await cancelTestedIntents(services, paymentIntentId)
  if (paymentIntentId !== null && !(await isOldNews(services, event, paymentIntentId))) {
    const reversed = /refund|dispute/.test(event.type)
    const { isConfirmed } = await syncPayment(services, paymentIntentId, {
      kind: 'check',
      reversed,
    })
    if (!isConfirmed) return retryEvent(services, event)
  }
  await finishEvent(db, event.id, null)
}

/** The provider keeps events for 30 days. */
const maxRetryMs = 30 * 86_400_000

async function retryEvent({ store, now, log }: Services, event: WebhookEvent): Promise<void> {
  const { id, type, attempts, receivedAt } = event
  const ageMs = now() - receivedAt
  const isLast = ageMs >= maxRetryMs
  if (isLast) log.error({ event: id, type }, 'an event could not be confirmed within 30 days')
  await finishEvent(store.db, id, isLast ? null : now() + pauseAfter(attempts, ageMs))
}

/** An event is redundant for a donation in this state. */
const stateAfter: Readonly<Record<string, Donation['state']>> = {
  'payment_intent.created': 'open',
  'payment_intent.requires_action': 'open',
  [declinedType]: 'open',
  'charge.failed': 'open',
  'charge.succeeded': 'succeeded',
  'charge.updated': 'succeeded',
  'payment_intent.succeeded': 'succeeded',
  'payment_intent.canceled': 'canceled',
}

/** Saves reads: the provider allows 25 a second, and under attack most events are redundant. */
async function isOldNews({ store }: Services, event: WebhookEvent, id: string): Promise<boolean> {
  const state = stateAfter[event.type]
  return state !== undefined && (await findDonation(store.db, id))?.state === state
}

async function syncDonation(
  services: Services,
  donation: Pick<Donation, 'id' | 'paymentIntentId'>,
): Promise<void> {
  const { db } = services.store
  // The intent's creation was never answered, so no page has its secret.
  if (donation.paymentIntentId === null) return closeDonation(db, donation.id)
  await syncPayment(services, donation.paymentIntentId, { kind: 'check' })
}
