import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLinkKey } from '../../src/server/db/link-key'
import { signLinks, templePath } from '../../src/server/emails/temple-link'
import { type Line, openLine } from '../setup/open-line'
import { makeStorePlace, type StorePlace } from '../setup/test-store'
import { startApi, type TestApi } from './start-api'
import { sendSubmission } from './temple/send-form'

describe('with the store stopped', () => {
  let place: StorePlace
  let line: Line
  let api: TestApi
  let intent: string
  let templeLink: string
  beforeAll(async () => {
    place = await makeStorePlace('postgres', true)
    line = await openLine(place.databaseUrl ?? '')
    api = await startApi({ env: { DATABASE_URL: line.databaseUrl, LOG_LEVEL: 'info' } })
    intent = await api.createPaid(200)
    const key = (await findLinkKey(api.services.store.db)) ?? ''
    templeLink = api.url + signLinks(templePath(), key, api.services.now())
    line.close()
  })
  afterAll(async () => {
    await api.close()
    line.close()
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

  test('the temple’s page says so, also where nobody has opened it before', async () => {
    // The key of the links is read anew every few seconds.
    api.advance(10_000)
    const opened = await fetch(templeLink)
    const submitted = await sendSubmission(templeLink, { codes: ['K7F3-9QXM'] })
    for (const answer of [opened, submitted]) {
      expect(answer.status).toBe(503)
      expect(await answer.text()).toContain('data-result="failed"')
    }
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

  test('the log tells of the outage once for each reason, and of its end', async () => {
    for (let i = 0; i < 8; i += 1) expect((await api.order()).status).toBe(503)
    const told = api.readLog('error').filter(({ msg }) => msg === 'the store is down')
    expect(told.length).toBeGreaterThan(0)
    const reasons = told.map(({ err }) => {
      const { code, message } = err as { code?: string; message: string }
      return code ?? message
    })
    expect(reasons).toEqual([...new Set(reasons)])

    line = await openLine(place.databaseUrl ?? '', Number(new URL(line.databaseUrl).port))
    const health = async () => (await fetch(`${api.url}/api/health`)).status
    await expect.poll(health).toBe(200)
    expect((await api.order()).status).toBe(200)
    const messages = api.readLog('info').map(({ msg }) => msg)
    expect(messages).toEqual(['the store is back', 'an order was stored'])
  })
})
