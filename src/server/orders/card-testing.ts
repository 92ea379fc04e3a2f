import pMap from 'p-map'
import { networkShares, networksIn } from '../address-hash'
import { countDeclined, countSucceeded, listOpenIntents, type OpenIntent } from '../db/card-testing'
import type { Queryable } from '../db/store'
import type { Services } from '../services'
import { syncPayment } from './sync-payment'

const minuteMs = 60_000

/** Card testing, for one address. */
export const cardTesting = {
  /** Declined cards before an address has to wait, if they exceed its payments. */
  declines: 5,
  /** The period that is counted, and how long the address waits, ms. */
  windowMs: 60 * minuteMs,
  /** Max open intents; idle ones above it are canceled, the oldest first. */
  openIntents: 40,
  /** A younger intent may belong to a visitor who types his card, ms. */
  typingMs: 10 * minuteMs,
  /** Intents being paid that a blocked address keeps. */
  spared: 3,
  /** How long after the click on Pay an intent counts as being paid, ms. */
  payingMs: 10 * minuteMs,
}

const maxConcurrentCancels = 5

function sharesOf(addressHash: string): { network: string; share: number }[] {
  return networksIn(addressHash).map((network, level) => ({
    network,
    share: networkShares[level] ?? 1,
  }))
}

/**
 * Whether this address or its network tests stolen cards: several were declined within the hour, and
 * more than succeeded. A parish behind one address has declined cards too, but fewer.
 */
export async function isTestingCards(services: Services, addressHash: string): Promise<boolean> {
  const { store, now, log } = services
  try {
    for (const { network, share } of sharesOf(addressHash))
      if (await isTesting(store.db, network, share, now())) return true
  } catch (error) {
    log.error({ err: error }, 'counting declined cards failed: request allowed')
  }
  return false
}

async function isTesting(db: Queryable, network: string, share: number, now: number) {
  const since = now - cardTesting.windowMs
  const declined = await countDeclined(db, since, network)
  if (declined < cardTesting.declines * share) return false
  return declined > (await countSucceeded(db, since, network))
}

/**
 * Cancels a network's oldest idle intents, to leave one below the limit, but none so young that a card
 * may be being typed: a neighbour's would be the oldest. No visitor is rejected.
 */
export async function cancelExcessIntents(services: Services, addressHash: string): Promise<void> {
  const { store, now } = services
  for (const { network, share } of sharesOf(addressHash)) {
    const open = await listOpenIntents(store.db, network)
    const excess = open.length + 1 - cardTesting.openIntents * share
    if (excess <= 0) continue
    const { idle } = splitByActivity(open, now())
    const left = idle.filter(({ createdAt }) => now() - createdAt >= cardTesting.typingMs)
    await cancel(services, left.slice(0, excess))
  }
}

/** Paying: Pay was pressed recently, and no card was declined. */
function splitByActivity(open: OpenIntent[], now: number) {
  const isPaying = ({ draftedAt, failures }: OpenIntent) =>
    failures === 0 && now - (draftedAt ?? 0) < cardTesting.payingMs
  return { idle: open.filter(intent => !isPaying(intent)), paying: open.filter(isPaying) }
}

/**
 * After a declined card: cancels the intents of a network that tests cards, but spares a few that a
 * neighbour may be paying.
 */
export async function cancelTestedIntents(services: Services, addressHash: string): Promise<void> {
  const { store, now, log } = services
  for (const { network, share } of sharesOf(addressHash)) {
    if (!(await isTesting(store.db, network, share, now()))) continue
    const { idle, paying } = splitByActivity(await listOpenIntents(store.db, network), now())
    const toCancel = [...idle, ...paying.slice(0, -cardTesting.spared)]
    if (toCancel.length > 0) log.warn({ intents: toCancel.length }, 'card testing detected')
    await cancel(services, toCancel)
  }
}

const canceling = new Set<string>()

/** Leaves out what another request is canceling. */
async function cancel(services: Services, intents: OpenIntent[]): Promise<void> {
  const cancelOne = async ({ paymentIntentId: id }: OpenIntent) => {
    if (canceling.has(id)) return
    canceling.add(id)
    const canceled = syncPayment(services, id, { kind: 'check', cancel: true })
    await canceled.finally(() => canceling.delete(id))
  }
  await pMap(intents, cancelOne, { concurrency: maxConcurrentCancels })
}
