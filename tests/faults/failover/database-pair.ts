import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { findFreePort } from '../../setup/free-port'
import { type Postgres, startPostgres } from '../../setup/start-postgres'

/** A PostgreSQL primary, a synchronous standby, and one address that leads to the primary. */
export async function openDatabasePair() {
  let primary = await startPostgres()
  let standby: Postgres | null = null
  const proxy = await openProxy(portOf(primary))
  const url = new URL(primary.url)
  url.port = String(proxy.port)

  const pair = {
    url: url.href,
    /** `silently`: as when its machine is gone, nothing more comes on the open connections. */
    async killPrimary(silently: boolean) {
      if (silently) proxy.fallSilent()
      await primary.kill()
    },
    /** The standby becomes the primary, and serves without a standby until one is added. */
    async promote() {
      if (!standby) throw new Error('There is no standby.')
      await ask(standby, 'select pg_promote()')
      await primary.stop()
      primary = standby
      standby = null
      await requireStandby(primary, '')
      proxy.leadTo(portOf(primary))
    },
    async killStandby() {
      await standby?.kill()
      await standby?.stop()
      standby = null
    },
    /** Resolves when commits wait for it. */
    async addStandby() {
      standby = await startPostgres({ standbyOf: primary })
      // The name under which a standby reports when it is given no other.
      await requireStandby(primary, 'walreceiver')
      const isSync = "select 1 from pg_stat_replication where sync_state = 'sync'"
      while ((await ask(primary, isSync)) === 0);
    },
    async close() {
      proxy.close()
      await standby?.stop()
      await primary.stop()
    },
  }
  await pair.addStandby()
  return pair
}

async function requireStandby(server: Postgres, name: string): Promise<void> {
  await ask(server, `alter system set synchronous_standby_names = '${name}'`)
  await ask(server, 'select pg_reload_conf()')
}

/** Runs a statement past the proxy; the number of rows that come back. */
async function ask(server: Postgres, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

const portOf = (server: Postgres) => Number(new URL(server.url).port)

async function openProxy(firstTarget: number) {
  let target = firstTarget
  let isSilent = false
  const near = new Set<Socket>()
  const server = createServer(socket => {
    near.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => near.delete(socket))
    if (isSilent) return
    const far = connect(target, '127.0.0.1')
    far.on('error', () => {})
    socket.on('data', data => far.write(data))
    far.on('data', data => isSilent || socket.write(data))
    socket.on('close', () => far.destroy())
    far.on('close', () => isSilent || socket.destroy())
  })
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    fallSilent: () => {
      isSilent = true
    },
    leadTo(next: number) {
      target = next
      isSilent = false
      for (const socket of near) socket.destroy()
    },
    close: () => server.close(),
  }
}
