import { setTimeout as pause } from 'node:timers/promises'
import { openShop, type Shop } from './open-shop'
import { kinds, type Visit, visit } from './visit'

export interface Run {
  shop: Shop
  visits: Visit[]
  kills: number
}

const visitorsAtOnce = 8

/** So many visitors come, while servers are killed at random and started again. */
export async function runShop(options: {
  databaseUrl: string
  servers: number
  visitors: number
  seed: number
}): Promise<Run> {
  const shop = await openShop(options.databaseUrl, options.servers)
  const random = createRandom(options.seed)
  let coming = options.visitors
  let open = visitorsAtOnce
  const visits: Visit[] = []
  let kills = 0

  async function receiveVisitors(): Promise<void> {
    while (coming-- > 0) {
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'paid'
      visits.push(await visit(shop, kind, random))
    }
    open--
  }
  async function killServers(): Promise<void> {
    while (open > 0) {
      await pause(200 + random() * 800)
      const server = shop.servers[Math.floor(random() * shop.servers.length)]
      await server?.program.stop('SIGKILL')
      await server?.program.start()
      kills++
    }
  }
  await Promise.all([...Array.from({ length: visitorsAtOnce }, receiveVisitors), killServers()])
  return { shop, visits, kills }
}

/** Numbers that look random and are the same for the same seed (mulberry32, public domain). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
