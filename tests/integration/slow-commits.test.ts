import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { behindProxy, createFrom, orderFrom } from '../security/visitor'
import { openApi } from './api-fixture'
import type { TestApi } from './start-api'

/** As slow as a synchronous standby in another city makes them. */
const commitMs = 150
const withinMs = 8_000

const openSlow = () => openApi({ engine: 'postgres', commitMs, env: behindProxy })

const address = (visitor: number) => `198.51.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}`

/** Orders of visitors who have paid, each from an address of their own. */
async function preparePaid(api: TestApi, count: number): Promise<(() => Promise<number>)[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, visitor) => {
      const from = address(visitor)
      const intent = await createFrom(api, from)
      await api.pay(intent)
      return async () => {
        const sentAt = performance.now()
        const answer = await api.place(intent, {}, { 'x-forwarded-for': from })
        expect(answer).toMatchObject({ status: 200, body: { success: true } })
        return performance.now() - sentAt
      }
    }),
  )
}

test('sixty paid orders at once are each stored in time', async ({ annotate }) => {
  const api = await openSlow()
  const orders = await preparePaid(api, 60)
  const times = await Promise.all(orders.map(place => place()))
  await annotate(`the slowest after ${Math.round(Math.max(...times))} ms`)
  expect(Math.max(...times)).toBeLessThan(withinMs)
})

test('a paid order waits for none of twenty unpaid ones a second', async ({ annotate }) => {
  const api = await openSlow()
  const orders = await preparePaid(api, 3)
  const flood: Promise<unknown>[] = []
  const flooding = setInterval(() => {
    const fields = { email: `victim-${flood.length}@example.org` }
    flood.push(orderFrom(api, address(1_000 + (flood.length % 100)), randomUUID(), fields))
  }, 50)
  await pause(3_000)
  const times: number[] = []
  for (const place of orders) times.push(await place())
  clearInterval(flooding)
  await Promise.all(flood)
  await annotate(`the slowest of ${times.length} after ${Math.round(Math.max(...times))} ms`)
  expect(Math.max(...times)).toBeLessThan(withinMs)
})
