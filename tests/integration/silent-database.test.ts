import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeStorePlace, type StorePlace } from '../setup/test-store'
import { buildOrder } from './build-order'
import { startApi, type TestApi } from './start-api'

/** A proxy to PostgreSQL that can go silent: its connections get no more answers. */
async function openLine(port: number) {
  const lines = new Set<{ silent: boolean }>()
  let cutNextCommit = false
  const server: Server = createServer((near: Socket) => {
    const far = connect(port, '127.0.0.1')
    const line = { silent: false }
    lines.add(line)
    near.on('data', data => {
      if (line.silent) return
      far.write(data)
      if (!cutNextCommit || !data.includes('commit')) return
      cutNextCommit = false
      line.silent = true
      near.destroy()
    })
    far.on('data', data => line.silent || near.write(data))
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => setTimeout(() => far.destroy(), 200))
    far.on('close', () => line.silent || near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const line of lines) line.silent = true
    },
    cutCommit: () => {
      cutNextCommit = true
    },
    close: () => server.close(),
  }
}

let place: StorePlace
let line: Awaited<ReturnType<typeof openLine>>
let api: TestApi
beforeEach(async () => {
  place = await makeStorePlace('postgres', true)
  const target = new URL(place.databaseUrl ?? '')
  line = await openLine(Number(target.port))
  target.port = String(line.port)
  api = await startApi({ env: { DATABASE_URL: target.href, LIMIT_FACTOR: '1000' } })
})
afterEach(async () => {
  line.close()
  await api.close()
  await place.remove()
})

const order = (key: string) =>
  api.post('/api/candle-orders', buildOrder(), { 'idempotency-key': key })

test('a silent fail-over: no request waits longer than ten seconds, and then it works again', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => order(`before-fail-${i}`)))
  line.silence()
  const startedAt = Date.now()
  const during = await Promise.all(Array.from({ length: 10 }, (_, i) => order(`during-fail-${i}`)))
  expect(Date.now() - startedAt).toBeLessThan(10_000)
  expect(during.every(({ status }) => status === 503 || status === 200)).toBe(true)
  const after = await Promise.all(Array.from({ length: 10 }, (_, i) => order(`after-fail-${i}`)))
  expect(after.map(({ status }) => status)).toEqual(Array(10).fill(200))
}, 60_000)

test('a commit whose answer is lost is 503, and the same order again is one order', async () => {
  line.cutCommit()
  const lost = await order('lost-commit-1')
  expect(lost.status).toBe(503)
  expect(String(lost.body.error)).not.toMatch(/nothing was stored/i)
  expect((await order('lost-commit-1')).body.success).toBe(true)
  const orders = await api.services.store.db.selectFrom('orders').select('id').execute()
  expect(orders).toHaveLength(1)
}, 60_000)
