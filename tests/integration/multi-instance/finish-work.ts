import { createServices } from '../../../src/server/create-services'
import { reconcile } from '../../../src/server/orders/reconcile'
import { settleDue } from '../../../src/server/orders/settle-due'
import { tellTemple } from '../../../src/server/orders/tell-temple'
import type { Services } from '../../../src/server/services'
import type { Shop } from './open-shop'
import { drainWebhooks } from './read-sandbox'

const step = 11 * 60_000

/**
 * What the servers would do in the next day: webhooks come in, grace times end, emails of killed
 * processes are due again. Then the servers stop, and the store is at rest.
 */
export async function finishWork(shop: Shop): Promise<Services> {
  await drainWebhooks(shop)
  await shop.stopServers()
  let ahead = 0
  const services = await createServices(shop.config, () => Date.now() + ahead)
  for (let turn = 0; turn < 6; turn++) {
    await reconcile(services)
    while ((await settleDue(services)) > 0);
    await services.outbox.runOnce()
    ahead += step
  }
  // The time of the temple's digest comes.
  ahead += 24 * 60 * 60_000
  await tellTemple(services)
  await services.outbox.runOnce()
  return services
}
