import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app'
import { createBackground } from './background'
import type { Config } from './config/read-config'
import { emptyLog } from './db/engines'
import { deregisterServer } from './db/leases'
import { serveMetrics } from './metrics/serve-metrics'
import { findPackageRoot } from './package-root'
import { createServices } from './services'

export interface RunningServer {
  app: FastifyInstance
  url: string
  /** Finishes in-flight requests and emails, then closes the store. */
  stop(): Promise<void>
}

export async function startServer(config: Config): Promise<RunningServer> {
  const services = await createServices(config)
  const background = createBackground(services, config)
  services.signals.on('payment-due', background.sync.wake)
  const app = await buildApp(config, services, join(findPackageRoot(), 'dist', 'web'))
  const { metricsHost: host, metricsPort: port } = config
  const metrics = port === null ? null : await serveMetrics(app, services, { host, port })
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
      await deregisterServer(services.store.db, services.serverId, services.now())
      // The database file can then be copied without its log.
      await emptyLog(services.store.engine, services.store.db)
      await services.store.close()
    },
  }
}

/** A socket from the service manager (sd_listen_fds(3)): visitors queue there during a restart. */
function findGivenSocket(): { fd?: number } {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  return LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? { fd: 3 } : {}
}
