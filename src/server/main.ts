import { existsSync } from 'node:fs'
import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from './config/read-config'
import { isStoreFailure } from './db/failures'
import { StoreError } from './db/open-store'
import { type RunningServer, startServer } from './start-server'

const stopWithinMs = 10_000

const server = await startOrExit()
process.stdout.write(`svichka listening on ${server.url}\n`)

closeWithGrace({ delay: stopWithinMs, logger: false }, async ({ err }) => {
  if (err) server.app.log.fatal({ err }, 'stopping after an error')
  await server.stop()
})

async function startOrExit(): Promise<RunningServer> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    return await startServer(readConfig(process.env))
  } catch (error) {
    const { sentence, exitCode } = explain(error)
    process.stderr.write(`${sentence}\n`)
    process.exit(exitCode)
  }
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
    return { sentence: `HOST and PORT cannot be used (${error.message}).`, exitCode: 78 }
  if (code === 'EACCES' || code === 'EPERM')
    return {
      sentence: `A file or folder cannot be used (${error.message}): it must belong to the server's user.`,
      exitCode: 78,
    }
  if (isStoreFailure(error) || /^[0-9A-Z]{5}$/.test(code))
    return {
      sentence: `The store cannot be used (${code} ${error.message}): check DATABASE_URL; or that the files in DATA_DIR belong to the server's user and the disk is not full.`,
      exitCode: 1,
    }
  throw error
}
