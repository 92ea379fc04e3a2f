import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../tests/setup/free-port'
import { clientCore, serverCore } from '../machine'
import { type Program, startProgram } from './start-program'

export interface Ours {
  server: Program
  sandbox: Program
  dataDir: string
  stop(): Promise<void>
}

/** No limit on requests is met: one address sends them all. */
const unlimited = '9999'

/** The built product with its card sandbox, which runs beside the client and not beside the server. */
export async function startOurs(
  options: {
    dataDir?: string
    env?: Record<string, string>
    pinned?: boolean
    webhooks?: boolean
  } = {},
): Promise<Ours> {
  const dataDir = options.dataDir ?? makeFolder()
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())]
  const sandbox = await startProgram('dist/sandbox/main.js', {
    env: {
      SANDBOX_PORT: sandboxPort,
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
      ...(options.webhooks && {
        SANDBOX_WEBHOOK_URLS: `http://127.0.0.1:${port}/api/stripe-webhook`,
      }),
    },
    core: options.pinned ? clientCore : undefined,
  })
  const server = await startProgram('dist/server/main.js', {
    env: {
      PORT: port,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      LIMIT_FACTOR: unlimited,
      LOG_LEVEL: 'error',
      ...options.env,
    },
    nodeFlags: ['--max-semi-space-size=8'],
    core: options.pinned ? serverCore : undefined,
  })
  return {
    server,
    sandbox,
    dataDir,
    async stop() {
      await server.stop()
      await sandbox.stop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'svichka-bench-'))
}
