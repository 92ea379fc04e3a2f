import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/server/config/read-config'
import { findFreePort } from '../../setup/free-port'
import { describeProgram, type Program } from '../../setup/processes'
import { startSmtpServer, type TestSmtpServer } from '../emails/start-smtp-server'

export interface ServerProcess {
  url: string
  program: Program
}

/** Several server processes on one database, one payment provider and one mail server. */
export interface Shop {
  servers: ServerProcess[]
  sandboxUrl: string
  mail: TestSmtpServer
  /** What the servers were started with, to look at their store from here. */
  config: ReturnType<typeof readConfig>
  stopServers(): Promise<void>
  close(): Promise<void>
}

export async function openShop(databaseUrl: string, count: number): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svichka-shop-'))
  const mail = await startSmtpServer()
  const sandboxPort = String(await findFreePort())
  const shared = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SANDBOX_PORT: sandboxPort,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'error',
    LIMIT_FACTOR: '1000',
  }
  const ports = []
  for (let i = 0; i < count; i++) ports.push(String(await findFreePort()))
  const servers = ports.map(port => ({
    url: `http://127.0.0.1:${port}`,
    program: describeProgram('dist/server/main.js', { ...shared, PORT: port }),
  }))
  const sandbox = describeProgram('dist/sandbox/main.js', {
    SANDBOX_PORT: sandboxPort,
    SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    SANDBOX_WEBHOOK_URLS: servers.map(({ url }) => `${url}/api/stripe-webhook`).join(','),
  })
  await sandbox.start()
  await Promise.all(servers.map(({ program }) => program.start()))
  const stopServers = async () => {
    await Promise.all(servers.map(({ program }) => program.stop()))
  }
  return {
    servers,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    mail,
    config: readConfig({ ...shared, LOG_LEVEL: 'silent' }),
    stopServers,
    async close() {
      await stopServers()
      await sandbox.stop()
      await mail.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
