import { resolve } from 'node:path'
import { buildApp } from '../../src/server/app'
import type { Config } from '../../src/server/config/read-config'
import { openLinks } from '../../src/server/orders/notify-temple'
import { createReconciler } from '../../src/server/orders/reconcile'
import { createServices, type Services } from '../../src/server/services'
import { syncAllDue } from './sync-all-due'

/** The real server in this process, on its own port; `guard` may change its services before it listens. */
export async function startServer(
  config: Config,
  {
    guard,
    ...options
  }: Parameters<typeof createServices>[1] & { guard?: (services: Services) => void },
) {
  const services = await createServices(config, options)
  await openLinks(services)
  const close = services.store.close.bind(services.store)
  guard?.(services)
  const app = await buildApp(config, services, resolve('dist/web'))
  return {
    services,
    url: await app.listen({ host: '127.0.0.1', port: config.port }),
    reconcile: createReconciler(services),
    syncDue: () => syncAllDue(services),
    /** As at a crash. */
    cutConnections: () => app.server.closeAllConnections(),
    async close(): Promise<void> {
      await app.close()
      await services.outbox.stop()
      await close()
    },
  }
}
