import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isWordless } from '../../../src/server/db/schema'
import { drawNumbers } from '../draw-numbers'
import { startEnvironment } from '../environment'
import { drainAndCount, startWriters } from '../writers'

interface KillRun {
  kills: number
  seed: number
  /** On one store; several need PostgreSQL. */
  servers?: number
  databaseUrl?: string | null
  onProgress?: (kills: number) => unknown
}

const longestLifeMs = 700
const leaseMs = 4 * 60_000

/**
 * Kills real servers at random moments while visitors pay, then lets everything drain and checks
 * the promises.
 */
export async function runKillLoop(run: KillRun) {
  const { kills, seed, servers = 1, databaseUrl } = run
  const env = await startEnvironment({
    env: { LIMIT_FACTOR: '9999' },
    ...(databaseUrl && { databaseUrl }),
  })
  try {
    const draw = drawNumbers(seed)
    const all = [{ url: env.product.url, program: env.product.server }]
    while (all.length < servers) all.push(await env.addServer())
    const pick = () => all[Math.floor(draw() * all.length)] ?? assert.fail()
    const anywhere = {
      sandboxUrl: env.product.sandboxUrl,
      get url() {
        return pick().url
      },
    }
    const writers = startWriters(env, seed, anywhere)
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(draw() * longestLifeMs)
      const { program } = pick()
      await program.stop('SIGKILL')
      await program.start()
      run.onProgress?.(kill)
    }
    const { broken: believed } = await writers.stop()
    for (const { program } of all.slice(1)) await program.stop()
    // A server killed while it reconciled holds the lease for three minutes more.
    await env.advance(leaseMs)
    const { snapshot, counts, broken } = await drainAndCount(env)
    return {
      kills,
      ...counts,
      wordless: snapshot.orders.filter(isWordless).length,
      broken: [...believed, ...broken],
    }
  } finally {
    await env.close()
  }
}
