import { setTimeout as pause } from 'node:timers/promises'
import { findBrokenPromises } from '../broken-promises'
import { drawNumbers } from '../draw-numbers'
import { type Environment, startEnvironment } from '../environment'
import { startWriters } from '../writers'
import { openDatabasePair } from './database-pair'

const mostOutageMs = 15_000
const mostRequestMs = 10_000
const drainMs = 3 * 60_000

/**
 * Kills the primary of a pair of databases under load, again and again, and lets its synchronous
 * standby take over; now and then the standby is lost first. Then everything drains, and the
 * promises are checked against the last primary.
 */
export async function runFailover(
  failovers: number,
  { seed, onProgress }: { seed: number; onProgress: (line: string) => void },
) {
  const draw = drawNumbers(seed)
  const pair = await openDatabasePair()
  const env = await startEnvironment({ databaseUrl: pair.url, env: { LIMIT_FACTOR: '9999' } })
  env.onClose(pair.close)
  const broken: string[] = []
  const outages: number[] = []
  let silent = 0
  let standbysLost = 0
  try {
    const writers = startWriters(env, seed)
    for (let round = 1; round <= failovers; round += 1) {
      await pause(1_000 + draw() * 3_000)
      if (draw() < 0.25) {
        standbysLost += 1
        await pair.killStandby()
        if (!(await saysHealth(env, 503))) broken.push(`${round}: health misses no standby.`)
        await pair.addStandby()
        if (!(await saysHealth(env, 200))) broken.push(`${round}: health misses a standby.`)
      }
      const isSilent = draw() < 0.5
      if (isSilent) silent += 1
      const killedAt = Date.now()
      await pair.killPrimary(isSilent)
      await pair.promote()
      const outage = await writers.untilConfirmed(killedAt)
      outages.push(outage)
      if (outage > mostOutageMs) broken.push(`${round}: no order was taken for ${outage} ms.`)
      onProgress(`${round}: ${isSilent ? 'silent, ' : ''}back after ${outage} ms`)
      await pair.addStandby()
    }
    const { requests, slowest, broken: believed } = await writers.stop()
    broken.push(...believed)
    if (slowest.ms > mostRequestMs) broken.push(`A ${slowest.call} waited ${slowest.ms} ms.`)
    const snapshot = await env.drain(drainMs).catch(() => env.snapshot())
    return {
      failovers,
      silent,
      standbysLost,
      // Orders answered `success: true`.
      confirmed: snapshot.candles.reduce((sum, candle) => sum + candle.confirmedKeys.length, 0),
      captured: snapshot.charges.filter(charge => charge.paid).length,
      orders: snapshot.orders.length,
      requests,
      slowest,
      longestOutageMs: Math.max(...outages),
      broken: [...broken, ...findBrokenPromises(snapshot)],
    }
  } finally {
    await env.close()
  }
}

/** Whether health comes to say so, in the time that it may take. */
async function saysHealth(env: Environment, status: number): Promise<boolean> {
  const asked = async () => (await fetch(`${env.product.url}/api/health`)).status === status
  return env.until(`health says ${status}`, asked, mostOutageMs).then(
    () => true,
    () => false,
  )
}
