import type { Server } from 'node:http'

/** Listens on loopback and says where, in the words the bench waits for. */
export function announce(server: Server): void {
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    const address = server.address()
    console.log(`listening on ${typeof address === 'object' && address ? address.port : 0}`)
  })
}
