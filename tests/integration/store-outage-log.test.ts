import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openLine } from '../setup/open-line'
import { startProduct } from '../setup/processes'
import { openStorePlace } from '../setup/test-store'
import { buildOrder } from './build-order'

test('an outage of the store is logged when it begins and when it is over, not with every request', async () => {
  const place = await openStorePlace('postgres', true)
  const line = await openLine(place.databaseUrl ?? '')
  const product = await startProduct({
    env: { DATABASE_URL: line.databaseUrl, LOG_LEVEL: 'info', CARD_PROVIDER: 'none' },
  })
  const order = () =>
    fetch(`${product.url}/api/candle-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(buildOrder()),
    })
  const logged = (words: string) => product.server.output().split(words).length - 1
  const port = line.close()
  for (let i = 0; i < 5; i += 1) expect((await order()).status).toBe(503)
  expect(logged('the store is down')).toBe(1)
  expect(product.server.output()).toMatch(/"code":"E?[A-Z0-9]+".*"the store is down"/)
  const again = await openLine(place.databaseUrl ?? '', port)
  await expect.poll(() => logged('the store is back')).toBe(1)
  expect((await order()).status).toBe(200)
  await expect.poll(() => logged('an order was stored')).toBe(1)
  await product.stop()
  again.close()
})
