import { setTimeout as pause } from 'node:timers/promises'
import { drawNumbers } from '../../faults/kill/draw-numbers'
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
  const random = drawNumbers(options.seed)
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
