import { resolve } from 'node:path'
import { buildApp } from '../../src/server/app'
import type { Config } from '../../src/server/config/read-config'
import { createClockFollower } from '../../src/server/follow-clock'
import { createReconciler } from '../../src/server/orders/reconcile'
import { ensureLinks } from '../../src/server/orders/renew-links'
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
  await ensureLinks(services)
  const close = services.store.close.bind(services.store)
  guard?.(services)
  const app = await buildApp(config, services, resolve('dist/web'))
  const followClock = createClockFollower(services)
  await followClock()
  const reconcile = createReconciler(services)
  return {
    services,
    /** What the server's loop does every second. */
    followClock,
    url: await app.listen({ host: '127.0.0.1', port: config.port }),
    async reconcile(): Promise<void> {
      await followClock()
      await reconcile()
    },
    async syncDue(): Promise<number> {
      await followClock()
      return syncAllDue(services)
    },
    /** As at a crash. */
    cutConnections: () => app.server.closeAllConnections(),
    async close(): Promise<void> {
      await app.close()
      await services.outbox.stop()
      await close()
    },
  }
}
