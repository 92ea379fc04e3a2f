import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLine } from '../setup/open-line'
import { makeStorePlace, type StorePlace } from '../setup/test-store'
import { startApi, type TestApi } from './start-api'

describe('with the store stopped', () => {
  let place: StorePlace
  let api: TestApi
  let intent: string
  beforeAll(async () => {
    place = await makeStorePlace('postgres', true)
    const line = await openLine(place.databaseUrl ?? '')
    api = await startApi({ env: { DATABASE_URL: line.databaseUrl } })
    intent = await api.createPaid(200)
    line.close()
  })
  afterAll(async () => {
    await api.close()
    await place.remove()
  })

  const unavailable = {
    success: false,
    error: expect.stringContaining('cannot store anything right now'),
  }

  test('a free order is answered 503, and may be sent again', async () => {
    const answer = await api.order(
      {},
      {
        'idempotency-key': randomUUID(),
      },
    )
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual(unavailable)
    expect(answer.headers.get('retry-after')).toBe('5')
  })

  test('a form sent without the script is answered in words, and may be sent again', async () => {
    const body = new URLSearchParams({ forWhom: 'Марія', purpose: 'За здоров’я', order: '' })
    const answer = await fetch(api.url, { method: 'POST', body })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.text()).toContain('data-result="failed"')
  })

  test('a paid order, an intent and a webhook are answered 503, so that they are sent again', async () => {
    const answers = [
      await api.place(intent),
      await api.post('/api/create-payment-intent', { amount: 200 }),
      await fetch(`${api.url}/api/stripe-webhook`, { method: 'POST', body: '{}' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  })

  test('the page itself and the config are served', async () => {
    expect((await fetch(api.url)).status).toBe(200)
    expect((await fetch(`${api.url}/api/stripe-config`)).status).toBe(200)
  })

  test('health says so; the process is still live', async () => {
    const answer = await fetch(`${api.url}/api/health`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ ready: false })
    expect((await fetch(`${api.url}/api/live`)).status).toBe(200)
  })
})
