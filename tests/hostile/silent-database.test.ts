import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openApi } from '../integration/api-fixture'
import type { TestApi } from '../integration/start-api'
import { type Line, openLine } from '../setup/open-line'
import { openStorePlace } from '../setup/test-store'

let line: Line
let api: TestApi
beforeEach(async () => {
  const place = await openStorePlace('postgres', true)
  line = await openLine(place.databaseUrl ?? '')
  onTestFinished(() => line.close())
  api = await openApi({ env: { DATABASE_URL: line.databaseUrl, LIMIT_FACTOR: '1000' } })
})

const order = (key: string) => api.order({}, { 'idempotency-key': key })

test('a silent fail-over: no request waits longer than ten seconds, and then it works again', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => order(`before-fail-${i}`)))
  line.silence()
  const startedAt = Date.now()
  const during = await Promise.all(Array.from({ length: 10 }, (_, i) => order(`during-fail-${i}`)))
  expect(Date.now() - startedAt).toBeLessThan(10_000)
  const statuses = during.map(({ status }) => status)
  expect(statuses).toContain(503)
  expect(statuses.filter(status => status !== 503 && status !== 200)).toEqual([])
  const after = await Promise.all(Array.from({ length: 10 }, (_, i) => order(`after-fail-${i}`)))
  expect(after.map(({ status }) => status)).toEqual(Array(10).fill(200))
})

test('a commit whose answer is lost is 503, and the same order again is one order', async () => {
  line.cutCommit()
  const lost = await order('lost-commit-1')
  expect(lost.status).toBe(503)
  expect(String(lost.body.error)).not.toMatch(/nothing was stored/i)
  expect((await order('lost-commit-1')).body.success).toBe(true)
  const orders = await api.services.store.db.selectFrom('orders').select('id').execute()
  expect(orders).toHaveLength(1)
})
