import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: nobody takes it while a server is down. */
const [lowest, highest] = [12_000, 32_000]

/** A port of this machine that nobody listens on, and that stays free when its server is killed. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
