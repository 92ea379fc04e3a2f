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
import type { Queryable } from '../db/store'
import type { Services } from '../services'
import { syncPayment } from './sync-payment'

/**
 * The bounds for one address. If `declines` cards were declined, and more than were paid, within
 * `windowMs`, the address waits that long. Above `openIntents` the oldest idle intents are canceled, but
 * none younger than `typingMs`, whose card may just be typed, unless more than `openWhileTyping` are open. An
 * intent counts as being paid for `payingMs` after the click on Pay, and a blocked address keeps `spared` of
 * those. Times are in ms.
 */
export const cardTesting = {
  declines: 5,
  windowMs: hourMs,
  openIntents: 40,
  typingMs: 10 * minuteMs,
  openWhileTyping: 700,
  spared: 3,
  payingMs: 10 * minuteMs,
}

const maxConcurrentCancels = 5
const maxConcurrentNetworks = 5
/** A visitor waits for these cancellations, so the next visitor does the rest. */
const maxPerRequest = 10
const maxLookedAt = 200

function limitedNetworks(addressHash: string): { network: string; factor: number }[] {
  return networksIn(addressHash).map((network, level) => ({
    network,
    factor: networkFactors[level] ?? 1,
  }))
}

/**
 * Returns how long this address has to wait because it or its network tests stolen cards, in ms; 0 lets
 * it pass. Card testing shows in several declined cards within the hour, more than were accepted. A parish
 * behind one address has declined cards too, but fewer.
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
  const declined = await listDeclined(db, since, network)
  const tolerated = cardTesting.declines * factor - 1
  if (declined.length <= tolerated) return 0
  const allowed = Math.max(tolerated, await countSucceeded(db, since, network))
  // The wait ends once enough declined cards are out of the window for the rest to be allowed.
  const last = declined[declined.length - allowed - 1]
  return last === undefined ? 0 : Math.max(1, last - since)
}

/**
 * Cancels a few of a network's oldest idle intents if it has too many. It spares young ones, because a
 * neighbour may just be typing a card. It rejects no visitor, and stops at the first failure, because
 * strangers can hold up the lane of unpaid payments.
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

/** An intent is being paid if Pay was clicked recently and no card was declined after the last click. */
function splitByActivity(open: OpenIntent[], now: number) {
  const isPaying = ({ draftedAt, failures }: OpenIntent) =>
    failures === 0 && now - (draftedAt ?? 0) < cardTesting.payingMs
  return { idle: open.filter(intent => !isPaying(intent)), paying: open.filter(isPaying) }
}

/**
 * Cancels the intents of networks that test cards, except a few that a neighbour may be paying. Hundreds
 * of intents take 40 s, and the provider would resend an event that waited for them. So a loop of its own
 * works off the cards that were declined meanwhile.
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

/** After a failure the next intent or declined card tries again. */
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

/** Skips the intents that another request is canceling. */
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
