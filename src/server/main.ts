import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app'
import { createBackground } from './background'
import { type Config, ConfigError, readConfig } from './config/read-config'
import { emptyLog } from './db/engines'
import { isStoreFailure } from './db/failures'
import { StoreError } from './db/open-store'
import { serveMetrics } from './metrics/serve-metrics'
import { findPackageRoot } from './package-root'
import { createServices } from './services'

const stopWithinMs = 10_000

// Collects garbage once the heap has grown by a third instead of doubled: a quarter less memory.
setFlagsFromString('--heap-growing-percent=30')

const server = await startOrExit()
process.stdout.write(`svichka listening on ${server.url}\n`)

closeWithGrace({ delay: stopWithinMs, logger: false }, async ({ err }) => {
  if (err) server.log.fatal({ err }, 'stopping after an error')
  await server.stop()
})

async function startOrExit() {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    return await startServer(readConfig(process.env))
  } catch (error) {
    const { sentence, exitCode } = explain(error)
    process.stderr.write(`${sentence}\n`)
    process.exit(exitCode)
  }
}

async function startServer(config: Config) {
  const services = await createServices(config)
  const background = createBackground(services, config)
  const app = await buildApp(config, services, join(findPackageRoot(), 'dist', 'web'))
  const { metricsHost: host, metricsPort: port } = config
  const metrics = port === null ? null : await serveMetrics(app, services, { host, port })
  const url = await app.listen({ host: config.host, port: config.port, ...findGivenSocket() })
  for (const loop of Object.values(background)) loop.start()
  services.outbox.start()
  return {
    url,
    log: services.log,
    /** Finishes in-flight requests and emails, then closes the store. */
    async stop() {
      await app.close()
      await metrics?.close()
      await Promise.all(Object.values(background).map(loop => loop.stop()))
      await services.outbox.stop()
      // Checkpoints the log, so that the file can be copied alone.
      await emptyLog(services.store)
      await services.store.close()
    },
  }
}

/** A socket from the service manager (sd_listen_fds(3)): visitors queue there during a restart. */
function findGivenSocket(): { fd?: number } {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  return LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? { fd: 3 } : {}
}

/** Why the server does not start. Service managers do not restart after exit code 78. */
function explain(error: unknown): { sentence: string; exitCode: number } {
  if (error instanceof ConfigError || error instanceof StoreError)
    return { sentence: error.message, exitCode: 78 } // EX_CONFIG of sysexits.h
  if (!(error instanceof Error)) throw error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return {
      sentence: `Another program uses this port (${error.message}): stop it, or change PORT or METRICS_PORT.`,
      exitCode: 1,
    }
  if (code === 'EADDRNOTAVAIL' || (code === 'EACCES' && error.message.startsWith('listen')))
    return {
      sentence: `HOST and PORT, or METRICS_HOST and METRICS_PORT, cannot be used (${error.message}).`,
      exitCode: 78,
    }
  if (code === 'EACCES' || code === 'EPERM')
    return {
      sentence: `A file or folder cannot be used (${error.message}): it must belong to the server's user.`,
      exitCode: 78,
    }
  if (isStoreFailure(error) || /^[0-9A-Z]{5}$/.test(code))
    return {
      sentence: `The store cannot be used (${code} ${error.message}): check DATABASE_URL, or that the files in DATA_DIR belong to the server's user and the disk is not full.`,
      exitCode: 1,
    }
  throw error
}
