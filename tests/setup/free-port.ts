import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, so no connection takes the port while its server is down. */
const [lowest, highest] = [12_000, 32_000]

/** A free port that stays free while its server is killed and restarted. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/** Binds the UDP port of the same number until this process ends, against other test runs. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  socket.bind(port, '127.0.0.1')
  return once(socket, 'listening').then(
    () => true,
    () => false,
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
