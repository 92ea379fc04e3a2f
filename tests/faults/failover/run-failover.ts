import { setTimeout as delay } from 'node:timers/promises'
import { drawNumbers } from '../draw-numbers'
import { startEnvironment } from '../environment'
import { drainAndCount, startWriters } from '../writers'
import { openCluster } from './database-cluster'

const faults = ['switch-over', 'leader killed', 'leader cut off', 'etcd lost'] as const
type Fault = (typeof faults)[number]

const maxOutageMs = 60_000
const maxRequestMs = 10_000
/** Longer than Patroni's `ttl`, so that a lost leader is replaced and a lost etcd is noticed. */
const faultMs = 25_000

/**
 * Breaks a cluster of three databases under load, again and again, while visitors order and pay at
 * two servers. Then everything drains, and the promises are checked against the last leader.
 */
export async function runFailover(
  failovers: number,
  { seed, onProgress }: { seed: number; onProgress: (line: string) => void },
) {
  const draw = drawNumbers(seed)
  const cluster = await openCluster()
  const env = await startEnvironment({ databaseUrl: cluster.url, env: { LIMIT_FACTOR: '9999' } })
  env.onClose(cluster.close)
  const broken: string[] = []
  const outages = new Map<Fault, number[]>()
  try {
    const { url } = await env.addServer()
    const groups = [
      startWriters(env, seed),
      startWriters(env, seed + 100, { url, sandboxUrl: env.product.sandboxUrl }),
    ]
    for (let round = 1; round <= failovers; round += 1) {
      await delay(1_000 + draw() * 3_000)
      const fault = faults[Math.floor(draw() * faults.length)] ?? 'switch-over'
      const since = Date.now()
      if (fault === 'switch-over') await cluster.switchOver()
      else if (fault === 'leader killed') await cluster.killLeader()
      else if (fault === 'leader cut off') await cluster.cutLeader()
      else await cluster.killEtcd()
      await delay(fault === 'switch-over' ? 5_000 : faultMs)
      await cluster.repair()
      const outage = Math.max(...(await Promise.all(groups.map(group => group.longestGap(since)))))
      outages.set(fault, [...(outages.get(fault) ?? []), outage])
      if (outage > maxOutageMs) broken.push(`${round}: no order was taken for ${outage} ms.`)
      onProgress(`${round}: ${fault}, no order taken for ${outage} ms at most`)
    }
    const stopped = await Promise.all(groups.map(group => group.stop()))
    for (const { slowest, broken: believed } of stopped) {
      broken.push(...believed)
      if (slowest.ms > maxRequestMs) broken.push(`A ${slowest.call} waited ${slowest.ms} ms.`)
    }
    const drained = await drainAndCount(env)
    return {
      failovers,
      ...drained.counts,
      requests: stopped.reduce((sum, { requests }) => sum + requests, 0),
      statuses: stopped.map(({ statuses }) => statuses),
      slowest: stopped.map(({ slowest }) => slowest),
      longestOutageMs: Object.fromEntries(
        [...outages].map(([fault, ms]) => [fault, `${ms.length} times, ${Math.max(...ms)} ms`]),
      ),
      broken: [...broken, ...drained.broken],
    }
  } finally {
    await env.close()
  }
}
