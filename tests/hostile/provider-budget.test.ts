import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLoop } from '../../src/server/loop'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { openApi } from '../integration/api-fixture'
import { listOrders } from '../integration/read-store'
import { askForIntent, orderFrom } from '../security/visitor'
import { behindProxy } from '../setup/start-proxy'

/** docs.stripe.com/rate-limits: of each operation, a second. */
const providerLimit = { per_second: 25, in_all: 100 }
const attackMs = 20_000
const networks = 12
const askEachMs = 250
const donors = 15

describe('twelve networks that together ask for more than the provider allows', () => {
  test('cost no donor elsewhere his intent, an answer about it, or his order', async ({
    annotate,
  }) => {
    const api = await openApi({ env: behindProxy })
    await api.stayInOneDay()
    await api.sandbox.limitRate(providerLimit)
    const { log } = api.services
    const loop = createLoop({ name: 'all', intervalMs: 1_000, log, tick: api.run })
    // The reconciler runs far more often than in life. The loop takes a quarter of a minute to end.
    loop.start()
    onTestFinished(loop.stop)

    const until = Date.now() + attackMs
    const secrets: string[] = []
    const ask = (clientSecret: string, address: string) =>
      api.post('/api/payment-outcomes', { clientSecret }, { 'x-forwarded-for': address })
    /** A question about an intent, and one more intent with its draft. */
    const pretend = async (address: string) => {
      const asked = ask(secrets.at(-1) ?? '', address)
      const { body } = await askForIntent(api, address)
      await asked
      if (body.success !== true) return
      const secret = String(body.client_secret)
      secrets.push(secret)
      await api.draft(paymentIntentIdOf(secret), {}, { 'x-forwarded-for': address })
    }
    const attack = async (address: string) => {
      const asked: Promise<void>[] = []
      while (Date.now() < until) {
        asked.push(pretend(address))
        await pause(askEachMs)
      }
      await Promise.all(asked)
    }
    const waits: number[] = []
    const donate = async (donor: number) => {
      await pause(1_000 + (donor * (attackMs - 1_500)) / donors)
      const address = `203.0.113.${donor}`
      const time = async <T>(asking: Promise<T>) => {
        const startedAt = Date.now()
        const answer = await asking
        waits.push(Date.now() - startedAt)
        return answer
      }
      const { body } = await time(askForIntent(api, address))
      if (body.success !== true) return ['no intent']
      const secret = String(body.client_secret)
      const intent = paymentIntentIdOf(secret)
      const before = await time(ask(secret, address))
      await api.pay(intent)
      const after = await time(ask(secret, address))
      const ordered = await time(orderFrom(api, address, intent, { donationAmount: '200' }))
      return [before.body.outcome, after.body.outcome, ordered.body.success]
    }
    // The strangers' drafts become due.
    const later = pause(attackMs / 2).then(() => api.advance(61_000))
    const counted = pause(attackMs).then(() => api.sandbox.requests())
    const strangers = Array.from({ length: networks }, (_, i) => attack(`198.51.${i}.1`))
    const given = await Promise.all(Array.from({ length: donors }, (_, i) => donate(i)))
    await Promise.all([...strangers, later])
    const requests = await counted
    const perSecond = (call: string) => ((requests[call] ?? 0) / (attackMs / 1_000)).toFixed()
    await annotate(
      `${donors} donors, the slowest answer after ${Math.max(...waits)} ms; ` +
        `${secrets.length} of the strangers' ${((networks * attackMs) / askEachMs).toFixed()} intents; ` +
        `${perSecond('POST /v1/payment_intents')} created, ${perSecond('GET /v1/payment_intents/:id')} read, ` +
        `${perSecond('POST /v1/payment_intents/:id/cancel')} canceled a second`,
    )
    expect(given).toEqual(Array(donors).fill(['open', 'succeeded', true]))
    const paid = (await listOrders(api.services)).filter(({ payment }) => payment === 'paid')
    expect(paid).toHaveLength(donors)
  })
})
