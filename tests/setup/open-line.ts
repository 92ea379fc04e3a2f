import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Line = Awaited<ReturnType<typeof openLine>>

/** A proxy to PostgreSQL that can fail. `port`: where it listens; 0: any free one. */
export async function openLine(target: string, port = 0) {
  const lines = new Set<{ silent: boolean; near: Socket }>()
  let cutNextCommit = false
  const url = new URL(target)
  const targetPort = Number(url.port)
  const server = createServer(near => {
    const far = connect(targetPort, '127.0.0.1')
    const line = { silent: false, near }
    lines.add(line)
    near.on('data', data => {
      if (line.silent) return
      far.write(data)
      if (!cutNextCommit || !data.includes('commit')) return
      cutNextCommit = false
      line.silent = true
      near.destroy()
    })
    far.on('data', data => line.silent || near.write(data))
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => setTimeout(() => far.destroy(), 200))
    far.on('close', () => line.silent || near.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  url.port = String((server.address() as AddressInfo).port)
  return {
    /** The database through this proxy. */
    databaseUrl: url.href,
    /** The present connections get no more answers. */
    silence() {
      for (const line of lines) line.silent = true
    },
    /** The next commit arrives, and its connection is cut before the answer. */
    cutCommit() {
      cutNextCommit = true
    },
    /** Cuts all connections and takes no more. */
    close() {
      server.close()
      for (const { near } of lines) near.destroy()
    },
  }
}
