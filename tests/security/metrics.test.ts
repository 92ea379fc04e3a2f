import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildOrder } from '../integration/build-order'
import { findFreePort } from '../setup/free-port'
import { type Product, startProduct } from '../setup/processes'

describe('metrics', () => {
  let product: Product
  let port: number
  beforeAll(async () => {
    port = await findFreePort()
    product = await startProduct({ env: { METRICS_PORT: String(port) } })
  })
  afterAll(() => product.stop())

  test('are served on a port of their own, and not to the public', async () => {
    await fetch(`${product.url}/api/candle-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(buildOrder()),
    })
    await fetch(`${product.url}/secret/${'x'.repeat(50)}`)
    expect((await fetch(`${product.url}/metrics`)).status).toBe(404)
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain(
      'svichka_http_request_seconds_count{method="POST",route="/api/candle-orders",status="200"} 1',
    )
    expect(text).toContain('route="none",status="404"')
    expect(text).not.toContain('secret')
    expect(text).toMatch(/^svichka_store_up 1$/m)
    expect(text).toMatch(/^svichka_cards_declined 0$/m)
    expect(text).toMatch(/^svichka_tickets_open 0$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  })
})
