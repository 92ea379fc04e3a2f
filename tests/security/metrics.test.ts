import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../setup/free-port'
import { orderAt } from '../setup/order-at'
import { type Product, startProduct } from '../setup/processes'

describe('metrics', () => {
  let product: Product
  let port: number
  beforeAll(async () => {
    port = await findFreePort()
    product = await startProduct({ env: { METRICS_PORT: String(port) } })
  })
  afterAll(() => product.stop())

  const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

  test('are each in an alert or on the dashboard, and every one that is there is served', async () => {
    const served = [...(await readMetrics()).matchAll(/^# TYPE svichka_(\w+)/gm)].map(
      ([, name]) => name,
    )
    const watched = ['alerts.yml', 'grafana-dashboard.json'].flatMap(name =>
      [...readFileSync(`deploy/monitoring/${name}`, 'utf8').matchAll(/svichka_(\w+)/g)].map(
        ([, metric = '']) => metric.replace(/_(bucket|count|sum)$/, ''),
      ),
    )
    expect([...new Set(watched)].toSorted()).toEqual(served.toSorted())
  })

  test('are served on their own port, and not to the public', async () => {
    await orderAt(product.url)
    await fetch(`${product.url}/secret/${'x'.repeat(50)}`)
    expect((await fetch(`${product.url}/metrics`)).status).toBe(404)
    const text = await readMetrics()
    expect(text).toContain(
      'svichka_http_request_seconds_count{method="POST",route="/api/candle-orders",status="200"} 1',
    )
    expect(text).toContain('route="none",status="404"')
    expect(text).not.toContain('secret')
    expect(text).toMatch(/^svichka_store_up 1$/m)
    expect(text).toMatch(/^svichka_cards_declined 0$/m)
    expect(text).toMatch(/^svichka_orders_nameless 0$/m)
    expect(text).toMatch(/^svichka_store_work\{lane="free",state="waiting"\} 0$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  })
})
