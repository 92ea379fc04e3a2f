import pMap from 'p-map'
import { countDeclined, countSucceeded, listOpenIntents, type OpenIntent } from '../db/card-testing'
import { findDonation } from '../db/donations'
import type { Queryable } from '../db/store'
import { syncPayment } from '../orders/sync-payment'
import type { Services } from '../services'
import { networksIn } from './address-hash'
import { cardTesting, networkShares } from './limits'

/** How long the provider may take to create an intent, ms. */
const creatingMs = 60_000
/** So many intents are cancelled at once. */
const atOnce = 5

/** The networks of an address, each with its share of the limits. */
function sharesOf(addressHash: string): { network: string; share: number }[] {
  return networksIn(addressHash).map((network, wider) => ({
    network,
    share: networkShares[wider] ?? 1,
  }))
}

/**
 * Whether somebody at this address, or in its network, tries stolen cards: several declined within
 * the hour, and more than went through. A whole parish behind one address has declined cards too,
 * but more good ones.
 */
export async function isTestingCards(services: Services, addressHash: string): Promise<boolean> {
  const { store, now, log } = services
  try {
    for (const { network, share } of sharesOf(addressHash))
      if (await isTesting(store.db, network, share, now())) return true
  } catch (error) {
    log.error({ err: error }, 'declined cards could not be counted: the visitor is let through')
  }
  return false
}

async function isTesting(db: Queryable, network: string, share: number, now: number) {
  const since = now - cardTesting.windowMs
  const declined = await countDeclined(db, since, network)
  if (declined < cardTesting.declines * share) return false
  return declined > (await countSucceeded(db, network, since))
}

/**
 * Keeps the intents that one network can pay at once few, so that nobody gathers them for later:
 * the oldest that nobody is paying is cancelled to make room, and no visitor is refused.
 */
export async function cancelExcessIntents(services: Services, addressHash: string): Promise<void> {
  const { store, now } = services
  for (const { network, share } of sharesOf(addressHash)) {
    const open = await listOpenIntents(store.db, network, now() - creatingMs)
    const excess = open.length - cardTesting.openIntents * share
    if (excess <= 0) continue
    const { idle, paying } = sort(open, now())
    await cancel(services, [...idle, ...paying].slice(0, Math.min(excess, atOnce)))
  }
}

/** Whether somebody is paying: Pay was pressed a short while ago, and no card was declined. */
function sort(open: OpenIntent[], now: number) {
  const isPaid = ({ draftedAt, failures }: OpenIntent) =>
    failures === 0 && now - (draftedAt ?? 0) < cardTesting.payingMs
  return { idle: open.filter(intent => !isPaid(intent)), paying: open.filter(isPaid) }
}

/**
 * After a declined card: cancels its intent if too many were declined on it, and the other intents
 * of a network that tests cards, each of which is a try that was already given away. What a
 * neighbour may be paying at this moment is spared, but not more than a few.
 */
export async function cancelTestedIntents(services: Services, id: string): Promise<void> {
  const { store, now, log } = services
  const donation = await findDonation(store.db, id)
  if (!donation) return
  const isSpent = donation.state === 'open' && donation.failures >= cardTesting.declinesPerIntent
  if (isSpent) await cancel(services, [{ paymentIntentId: id }])
  for (const { network, share } of sharesOf(donation.addressHash)) {
    if (!(await isTesting(store.db, network, share, now()))) continue
    const { idle, paying } = sort(await listOpenIntents(store.db, network, now()), now())
    const spent = [...idle, ...paying.slice(0, -cardTesting.spared)]
    if (spent.length > 0) log.warn({ intents: spent.length }, 'cards are tested from one network')
    await cancel(services, spent)
  }
}

async function cancel(
  services: Services,
  intents: Pick<OpenIntent, 'paymentIntentId'>[],
): Promise<void> {
  const ids = intents.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
  await pMap(ids, id => syncPayment(services, id, { kind: 'check', cancel: true }), {
    concurrency: atOnce,
  })
}
