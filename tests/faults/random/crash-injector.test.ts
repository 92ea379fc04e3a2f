import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { PaymentProvider } from '../../../src/server/stripe/payment-provider'
import { listen } from '../../setup/listen'
import { createClientOf } from '../../setup/stripe-client'
import { createCrashInjector } from './crash-injector'

/** The real client of a provider that counts the requests, and answers each with one event. */
async function startProvider() {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'evt_1' }], has_more: false }))
  })
  await listen(server)
  const provider = createClientOf(server)
  return { provider, requests: () => requests }
}

async function call(provider: PaymentProvider, name: string): Promise<unknown> {
  const method: unknown = Reflect.get(provider, name)
  if (typeof method !== 'function') throw new Error(`${name} is not a method`)
  const answer = Reflect.apply(method, provider, [0])
  if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer)
    for await (const _ of answer as AsyncIterable<unknown>);
  return answer
}

test.each(['readClock', 'listEvents'])(
  'a crash can hit %s before and after its answer',
  async name => {
    for (const calls of [0, 1]) {
      const { provider, requests } = await startProvider()
      const crashes = createCrashInjector()
      const guarded = crashes.guardProvider(provider)
      crashes.arm(calls)
      await expect(call(guarded, name)).rejects.toThrow('the server has crashed')
      expect([crashes.hasCrashed(), requests()]).toEqual([true, calls])
    }
  },
)

test('a crashed server reaches the provider by no method that it has', async () => {
  const { provider, requests } = await startProvider()
  const crashes = createCrashInjector()
  const guarded = crashes.guardProvider(provider)
  crashes.kill()
  const methods = Object.entries(provider).filter(([, member]) => typeof member === 'function')
  expect(methods.length).toBeGreaterThan(5)
  for (const [name] of methods)
    await expect(call(guarded, name)).rejects.toThrow('the server has crashed')
  expect(requests()).toBe(0)
})
