import { claimDueDonations, findDonation, setSettleAt } from '../db/donations'
import { isStoreFailure } from '../db/engine-differences'
import {
  claimDueEvents,
  markEventSettled,
  postponeEvent,
  type WebhookEvent,
} from '../db/webhook-events'
import type { Services } from '../services'
import type { Donation } from './donation'
import { giveUpVerifying } from './give-up-verifying'
import { settleDonation } from './settle-donation'
import { settleBackoffMs, settleLeaseMs } from './settling-times'

const batch = 20
const idleNews = new Set([
  'payment_intent.created',
  'payment_intent.payment_failed',
  'charge.failed',
])
/** A server that is to stop waits for its turn to end. */
const batchesPerTurn = 10
/** Rows of the other mode wait for its keys to come back, looked at this often, in ms. */
const otherModeMs = 60 * 60_000

/** One turn of the settling loop, batch by batch, so that a backlog does not wait for turns. */
export async function settleDue(services: Services): Promise<number> {
  let settled = 0
  for (let turn = 0; turn < batchesPerTurn; turn += 1) {
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
  const until = now + settleLeaseMs
  const { events, donations } = await store.db.transaction().execute(async trx => ({
    events: await claimDueEvents(store.engine, trx, now, until, batch),
    donations: await claimDueDonations(store.engine, trx, now, until, batch),
  }))
  for (const event of events) await apart(services, () => settleEvent(services, event))
  for (const donation of donations)
    await apart(services, () => settleDueDonation(services, donation))
  return events.length + donations.length
}

/** One that fails in an unforeseen way is due again when its lease ends; the others go on. */
async function apart(services: Services, settle: () => Promise<void>): Promise<void> {
  try {
    await settle()
  } catch (error) {
    if (isStoreFailure(error)) throw error
    services.log.error({ err: error }, 'a payment could not be settled')
  }
}

async function settleEvent(services: Services, event: WebhookEvent): Promise<void> {
  const { db } = services.store
  if (event.paymentIntentId !== null && !(await leavesOpen(services, event))) {
    if ((await settleDonation(services, event.paymentIntentId)) === 'unreachable') {
      const runAt = services.now() + settleBackoffMs(event.attempts)
      return postponeEvent(db, event.id, 'the provider could not be asked', runAt)
    }
  }
  await markEventSettled(db, event.id)
}

/** News after which an open intent is as open as before: under attack, most news is of this kind. */
async function leavesOpen({ store }: Services, event: WebhookEvent): Promise<boolean> {
  if (event.paymentIntentId === null || !idleNews.has(event.type)) return false
  const donation = await findDonation(store.db, event.paymentIntentId)
  return donation?.state === 'open'
}

async function settleDueDonation(services: Services, donation: Donation): Promise<void> {
  const { db } = services.store
  if (donation.paymentIntentId === null) return
  if (donation.livemode !== services.provider?.livemode)
    return setSettleAt(db, donation.id, services.now() + otherModeMs)
  const settlement = await settleDonation(services, donation.paymentIntentId)
  if (settlement === 'settled') return
  const late = settlement === 'unreachable'
  const again = late ? services.now() + settleBackoffMs(donation.settleAttempts + 1) : null
  await setSettleAt(db, donation.id, again)
  await giveUpVerifying(services, donation.paymentIntentId, late ? 'late' : 'never-paid')
}
