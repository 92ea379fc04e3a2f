import { existsSync } from 'node:fs'
import closeWithGrace from 'close-with-grace'
import type { Config } from './config/config'
import { ConfigError, readConfig } from './config/read-config'
import { startServer } from './start-server'

const stopWithinMs = 10_000

const config = readConfigOrExit()
const server = await startServer(config)
process.stdout.write(`svichka listening on ${server.url}\n`)

closeWithGrace({ delay: stopWithinMs, logger: false }, async ({ err }) => {
  if (err) server.app.log.fatal({ err }, 'stopping after an error')
  await server.stop()
})

/** A configuration with faults is told in full and nothing is started. */
function readConfigOrExit(): Config {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78) // EX_CONFIG of sysexits.h
  }
}
