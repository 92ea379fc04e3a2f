import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../environment'
import type { Row } from '../row'

const rounds = 8
const ordersARound = 60
const dayMs = 24 * 60 * 60_000

/**
 * Each round's orders wait for the digest, which is due when the server starts. The first
 * round shows when it is written; in the others the server is killed about then.
 */
export const digestRows: Row[] = [
  {
    number: 5,
    fault: 'kill while a digest is written',
    must: 'each order is in exactly one notice to the temple',
    async setUp() {
      return { options: { env: { DIGEST_AFTER: '2' } } }
    },
    async run(env) {
      let writtenAfterMs = 0
      for (let round = 1; round <= rounds; round += 1) {
        await orderAll(env, round)
        await env.kill()
        await env.advance(dayMs)
        await env.start()
        const startedAt = Date.now()
        if (round > 1) await sleep(Math.random() * 1.2 * writtenAfterMs)
        else await env.until('the first are notified', () => areAllNotified(env))
        writtenAfterMs ||= Date.now() - startedAt
        await env.kill()
        await env.start()
      }
      await env.until('all are notified', async () => {
        await env.advance(dayMs)
        await sleep(1_500)
        return areAllNotified(env)
      })
      return ({ orders, emails }) => {
        assert.equal(orders.length, rounds * ordersARound)
        assert.ok(emails.some(email => email.kind === 'temple-digest'))
      }
    },
  },
]

async function orderAll(env: Environment, round: number): Promise<void> {
  const names = Array.from({ length: ordersARound }, (_, place) => `Ганна ${round}-${place + 1}`)
  const replies = await Promise.all(names.map(name => env.visitor(name).orderFree()))
  for (const reply of replies) assert.ok(reply !== 'lost' && reply.body.success)
}

async function areAllNotified(env: Environment): Promise<boolean> {
  return (await env.snapshot()).orders.every(order => order.notice_due_at === null)
}
