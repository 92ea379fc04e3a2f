import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app'
import { createBackground } from './background'
import {
  type Config,
  ConfigError,
  isTempleNamed,
  readConfig,
  unnamedTemple,
} from './config/read-config'
import { findSpoiltValues } from './config/settings-file'
import { describeUnknown, findUnknownNames } from './config/unknown-names'
import { checkpointWal } from './db/engines'
import { explainStart } from './explain-start'
import { serveMetrics } from './metrics/serve-metrics'
import { ensureLinks } from './orders/renew-links'
import { findPackageRoot } from './package-root'
import { createServices } from './services'

const stopWithinMs = 10_000

// Collecting garbage once the heap has grown by a third, not doubled, takes a quarter less memory.
setFlagsFromString('--heap-growing-percent=30')

const server = await startOrExit()
process.stdout.write(`svichka listening on ${server.url}\n`)

closeWithGrace({ delay: stopWithinMs, logger: false }, async ({ err }) => {
  if (err) server.log.fatal({ err }, 'stopping after an error')
  await server.stop()
})

async function startOrExit() {
  try {
    const settingsFile = loadSettings()
    return await startServer(readConfig(process.env), settingsFile)
  } catch (error) {
    const { sentence, exitCode } = explainStart(error)
    process.stderr.write(`${sentence}\n`)
    process.exit(exitCode)
  }
}

/** Loads the settings file, over which the environment wins, and returns its content or ''. */
function loadSettings(): string {
  try {
    if (!existsSync('.env')) return ''
    process.loadEnvFile('.env')
    return readFileSync('.env', 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new ConfigError([
      `${resolve('.env')} cannot be read (${reason}): chgrp svichka and chmod 640 the file that it is or links to.`,
    ])
  }
}

async function startServer(config: Config, settingsFile: string) {
  // The demo prints where its emails are, and the link in those to the temple.
  const announceEmail = config.production
    ? undefined
    : (lines: string) => void process.stdout.write(lines)
  const services = await createServices(config, { announceEmail })
  await ensureLinks(services)
  for (const unknown of findUnknownNames(process.env)) services.log.warn(describeUnknown(unknown))
  for (const spoilt of findSpoiltValues(settingsFile)) services.log.warn(spoilt)
  if (config.cards?.livemode && !isTempleNamed(config)) services.log.error(unnamedTemple)
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
      // After a checkpoint the store's file can be copied alone.
      await checkpointWal(services.store)
      await services.store.close()
    },
  }
}

/** Finds the socket of the service manager (sd_listen_fds(3)), where visitors queue during a restart. */
function findGivenSocket(): { fd?: number } {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  return LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? { fd: 3 } : {}
}
