import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app'
import { createBackground } from './background'
import type { Config } from './config/read-config'
import { emptyLog } from './db/engines'
import { retireServer } from './db/leases'
import { serveMetrics } from './metrics/serve-metrics'
import { findPackageRoot } from './package-root'
import { createServices, type Services } from './services'

export interface RunningServer {
  app: FastifyInstance
  /** Where it listens. */
  url: string
  /** Lets open requests and emails being sent finish, then closes the store. */
  stop(): Promise<void>
}

/** Opens the store, listens, and starts the background work. */
export async function startServer(config: Config): Promise<RunningServer> {
  const services = await createServices(config)
  const background = createBackground(services, config)
  services.signals.on('payment-due', background.sync.wake)
  const app = await buildApp(config, services, join(findPackageRoot(), 'dist', 'web'))
  const metrics = await openMetrics(app, services, config)
  const url = await app.listen({ host: config.host, port: config.port, ...findGivenSocket() })
  for (const loop of Object.values(background)) loop.start()
  services.outbox.start()
  return {
    app,
    url,
    async stop() {
      await app.close()
      await metrics?.close()
      await Promise.all(Object.values(background).map(loop => loop.stop()))
      await services.outbox.stop()
      await retireServer(services.store.db, services.serverId, services.now())
      // The file alone is then whole, for whoever copies it while nothing runs.
      await emptyLog(services.store.engine, services.store.db)
      await services.store.close()
    },
  }
}

/**
 * The socket that a service manager holds for us (sd_listen_fds(3)). While we are started anew,
 * visitors wait in its queue, and nobody is refused.
 */
function findGivenSocket(): { fd?: number } {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  return LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? { fd: 3 } : {}
}

function openMetrics(app: FastifyInstance, services: Services, config: Config) {
  if (config.metricsPort === null) return null
  return serveMetrics(app, services, { host: config.metricsHost, port: config.metricsPort })
}
