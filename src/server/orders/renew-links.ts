import { findLinkKey, renewLinkKey } from '../db/link-key'
import { inTransaction } from '../db/store'
import type { TempleServices } from '../services'
import { writeSummary } from './notify-temple'

/**
 * Ends all present links to the temple's page, and sends a new one if anything waits. Returns how many
 * orders wait.
 */
export function renewLinks(services: TempleServices): Promise<number> {
  return inTransaction(services.store, async trx => {
    await renewLinkKey(trx, services.now())
    return writeSummary(services, trx, { linksEnded: true })
  })
}

/**
 * Renews the links if the store has no key for them, because it is new, restored or upgraded. In a restored
 * store orders may wait whose links no longer open.
 */
export async function ensureLinks(services: TempleServices): Promise<void> {
  if ((await findLinkKey(services.store.db)) === null) await renewLinks(services)
}
