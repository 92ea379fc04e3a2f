import { listFailingAddresses, listFailingIntents, listIdleIntents } from '../db/card-testing'
import { settle } from '../orders/settle'
import type { Services } from '../services'
import { failuresPerAddress, failuresPerIntent, failureWindowMs } from './limits'
import { testsCards } from './tests-cards'

const batch = 50
const atOnce = 5

/**
 * Cancels intents on which too many cards were declined, and the other open intents of addresses
 * that test cards: each of them is a try that was already given away.
 */
export async function cancelTestedIntents(services: Services): Promise<void> {
  const { provider, store, now } = services
  if (!provider) return
  const intents = await listFailingIntents(store.db, failuresPerIntent, batch)
  const since = now() - failureWindowMs
  for (const address of await listFailingAddresses(store.db, since, failuresPerAddress))
    if (await testsCards(store.db, address, now()))
      intents.push(...(await listIdleIntents(store.db, address, batch)))
  const waiting = intents.values()
  async function work(): Promise<void> {
    for (const { paymentIntentId } of waiting)
      if (paymentIntentId !== null) await settle(services, paymentIntentId, { cancel: true })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
