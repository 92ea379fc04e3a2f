import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { readHealth } from '../health/read-health'
import type { Routes } from './valibot'

const recentMs = 1_000
/** A locked store can delay a check by seconds, and a monitor does not wait, ms. */
const answerWithinMs = 80

/** Answers 200 or 503. It is public, so the details are in `svichka doctor` and the metrics. */
export const health: Routes = async app => {
  let last: { ready: boolean; at: number } | null = null
  let check: Promise<boolean> | null = null
  /**
   * A check writes to the store, so one serves all calls within a second, and a slow one serves later
   * calls.
   */
  const isReady = async () => {
    if (!check && last && performance.now() - last.at < recentMs) return last.ready
    check ??= readHealth(app.services).then(({ ready }) => {
      check = null
      last = { ready, at: performance.now() }
      return ready
    })
    if (!last) return check
    const { ready } = last
    return Promise.race([check, pause(answerWithinMs, ready)])
  }
  app.get('/api/health', async (_request, reply) => {
    const ready = await isReady()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready })
  })
}

/**
 * Tells a supervisor that the process is alive, because a restart cures neither a lost database nor
 * overload. The doctor compares the installation's `id`, and reads how its request came: past a trusted
 * `proxy`, past `none`, or from the address of a proxy that TRUST_PROXY does not name.
 */
export const live: Routes = async app => {
  const id = createHash('sha256').update(`live ${app.services.installation}`).digest('hex')
  app.get('/api/live', async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ live: true, id: id.slice(0, 16), via: describeProxy(request) }),
  )
}

function describeProxy({ headers, ips, socket }: FastifyRequest): string {
  if (headers['x-forwarded-for'] === undefined) return 'none'
  return (ips?.length ?? 0) > 1
    ? 'proxy'
    : (socket.remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown')
}
