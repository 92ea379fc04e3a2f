import pMap from 'p-map'
import { hourMs, minuteMs } from '../../shared/durations'
import { networkFactors, networksIn } from '../address-hash'
import {
  countOpenIntents,
  countSucceeded,
  listDeclined,
  listOpenIntents,
  type OpenIntent,
} from '../db/card-testing'
import { StoreBusyError } from '../db/failures'
import { maxSkewMs, type Queryable } from '../db/store'
import type { Services } from '../services'
import { syncPayment } from './sync-payment'

/** Card testing, for one address. */
export const cardTesting = {
  /** Declined cards before an address has to wait, if they exceed its payments. */
  declines: 5,
  /** The period that is counted, and how long the address waits, ms. */
  windowMs: hourMs,
  /** Max open intents; idle ones above it are canceled, the oldest first. */
  openIntents: 40,
  /** A younger intent may belong to a visitor who types his card, ms: it is canceled only if so many are open. */
  typingMs: 10 * minuteMs,
  openWhileTyping: 700,
  /** Intents being paid that a blocked address keeps. */
  spared: 3,
  /** How long after the click on Pay an intent counts as being paid, ms. */
  payingMs: 10 * minuteMs,
}

const maxConcurrentCancels = 5
const maxConcurrentNetworks = 5
/** A visitor waits while these are canceled; the next one cancels more. */
const maxPerRequest = 10
const maxLookedAt = 200

function limitedNetworks(addressHash: string): { network: string; factor: number }[] {
  return networksIn(addressHash).map((network, level) => ({
    network,
    factor: networkFactors[level] ?? 1,
  }))
}

/**
 * How long (ms) this address has to wait because it or its network tests stolen cards: several were
 * declined within the hour, and more than succeeded. A parish behind one address has declined cards
 * too, but fewer. 0: it does not.
 */
export async function findTestingWait(services: Services, addressHash: string): Promise<number> {
  const { store, now, log } = services
  try {
    const waits = limitedNetworks(addressHash).map(({ network, factor }) =>
      findWait(store.db, network, factor, now()),
    )
    return Math.max(...(await Promise.all(waits)))
  } catch (error) {
    log.error({ err: error }, 'counting declined cards failed: request allowed')
    return 0
  }
}

async function findWait(db: Queryable, network: string, factor: number, now: number) {
  const since = now - cardTesting.windowMs
  // Not those of before the clock was set back: the wait would be as much longer.
  const declined = await listDeclined(db, { since, until: now + maxSkewMs }, network)
  const tolerated = cardTesting.declines * factor - 1
  if (declined.length <= tolerated) return 0
  const allowed = Math.max(tolerated, await countSucceeded(db, since, network))
  // Until so many have left the window that the others are allowed.
  const last = declined[declined.length - allowed - 1]
  return last === undefined ? 0 : Math.max(1, last - since)
}

/**
 * Cancels a few of a network's oldest idle intents if it has too many, but none so young that a card may be
 * being typed: a neighbour's would be the oldest. No visitor is rejected, and none waits any longer
 * once one failed: strangers can hold up the store's lane of unpaid payments.
 */
export async function cancelExcessIntents(services: Services, addressHash: string): Promise<void> {
  await cancelInEach(services, addressHash, cancelExcess)
}

async function cancelExcess(services: Services, network: string, factor: number): Promise<void> {
  const { store, now } = services
  const count = (await countOpenIntents(store.db, network)) + 1
  const excess = count - cardTesting.openIntents * factor
  if (excess <= 0) return
  const oldest = await listOpenIntents(store.db, network, maxLookedAt)
  const { idle } = splitByActivity(oldest, now())
  const excessWhileTyping = count - cardTesting.openWhileTyping * factor
  const left = idle.filter(
    ({ createdAt }, i) => i < excessWhileTyping || now() - createdAt >= cardTesting.typingMs,
  )
  await cancel(services, left.slice(0, Math.min(excess, maxPerRequest)))
}

/** Paying: Pay was pressed recently, and no card was declined. */
function splitByActivity(open: OpenIntent[], now: number) {
  const isPaying = ({ draftedAt, failures }: OpenIntent) =>
    failures === 0 && now - (draftedAt ?? 0) < cardTesting.payingMs
  return { idle: open.filter(intent => !isPaying(intent)), paying: open.filter(isPaying) }
}

/**
 * Cancels the intents of networks that test cards, but spares a few that a neighbour may be paying. A loop
 * of its own does so for the cards declined meanwhile: it takes 40 s for hundreds of intents, and strangers
 * can hold it up. An event that waited for it would be sent again.
 */
export async function cancelTestedIntents(services: Services): Promise<void> {
  const addresses = [...services.declinedFrom]
  services.declinedFrom.clear()
  await pMap(addresses, address => cancelInEach(services, address, cancelTested), {
    concurrency: maxConcurrentNetworks,
  })
}

async function cancelTested(services: Services, network: string, factor: number): Promise<void> {
  const { store, now, log } = services
  if ((await findWait(store.db, network, factor, now())) === 0) return
  const { idle, paying } = splitByActivity(await listOpenIntents(store.db, network), now())
  const toCancel = [...idle, ...paying.slice(0, -cardTesting.spared)]
  if (toCancel.length > 0) log.warn({ intents: toCancel.length }, 'card testing detected')
  await cancel(services, toCancel)
}

/** The next intent or declined card tries again. The metrics count what waited for too long. */
async function cancelInEach(
  services: Services,
  addressHash: string,
  cancelSome: (services: Services, network: string, factor: number) => Promise<void>,
): Promise<void> {
  try {
    for (const { network, factor } of limitedNetworks(addressHash))
      await cancelSome(services, network, factor)
  } catch (error) {
    if (error instanceof StoreBusyError) return
    services.log.error({ err: error }, 'canceling open intents failed')
  }
}

/** Leaves out what another request is canceling. */
async function cancel(services: Services, intents: OpenIntent[]): Promise<void> {
  const { canceling } = services
  const cancelOne = async ({ paymentIntentId: id }: OpenIntent) => {
    if (canceling.has(id)) return
    canceling.add(id)
    const canceled = syncPayment(services, id, { kind: 'check', cancel: true })
    await canceled.finally(() => canceling.delete(id))
  }
  await pMap(intents, cancelOne, { concurrency: maxConcurrentCancels })
}
