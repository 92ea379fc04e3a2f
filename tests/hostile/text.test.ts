import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { measureBlocked, measured } from '../security/fuzz/blocked'
import { longRequests } from '../security/fuzz/long-requests'
import { sendRequest } from '../security/fuzz/send-request'
import { productForAll } from '../security/visitor'
import { controlSandbox } from '../setup/control-sandbox'
import { behindProxy } from '../setup/start-proxy'

/** In times of the reference: ten ms on a machine of 2026. */
const most = 5
const tries = 12
const warmUp = 200
const requests = Number(process.env.FUZZ_REQUESTS ?? 200)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

describe('text of full size', () => {
  const product = productForAll({ env: { ...measured, ...behindProxy, LIMIT_FACTOR: '9999' } })

  /** The secrets of ten payments, half of them paid. */
  const createPayments = async () => {
    const secrets: string[] = []
    for (let i = 0; i < 10; i++) {
      const { text } = await sendRequest(product.url, {
        method: 'POST',
        path: '/api/create-payment-intent',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"amount":200}'),
      })
      const secret = String(JSON.parse(text).client_secret)
      if (i % 2) await controlSandbox(product.sandboxUrl).pay(paymentIntentIdOf(secret))
      secrets.push(secret)
    }
    return secrets
  }

  test(
    `in ${requests} requests (seed ${seed}) none blocks the event loop for ${most} times the reference`,
    async ({ annotate }) => {
      const arbitrary = longRequests(await createPayments())
      const generate = (index: number) => fc.sample(arbitrary, { seed: seed + index, numRuns: 1 })
      const send = async (index: number) => {
        for (const request of generate(index)) await sendRequest(product.url, request)
      }
      // The code is loaded and compiled at first.
      for (let index = 0; index < warmUp; index++) await send(requests + index)
      let worst = 0
      for (let index = 0; index < requests; index++) {
        const again = () => send(index)
        worst = Math.max(worst, await measureBlocked(product.server, again, { below: most, tries }))
      }
      await annotate(`computing ${worst.toFixed(1)} times the reference at most`)
      expect(worst).toBeLessThan(most)
    },
    Math.max(120_000, requests * 40),
  )
})
