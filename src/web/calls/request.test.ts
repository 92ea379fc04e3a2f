import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createQueryClient, queryByKey } from './query-client'
import { request } from './request'

let server: Server
let base: string
let answer = { status: 200, body: '' }
let seen: IncomingMessage[] = []

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    seen.push(incoming)
    incoming.resume().on('end', () => outgoing.writeHead(answer.status).end(answer.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise(resolve => server.close(resolve)))
beforeEach(() => {
  seen = []
})

describe('a request of the page', () => {
  test('that is answered with an error says the status and the answer’s text', async () => {
    answer = { status: 422, body: 'not like this' }
    await expect(request(base)).rejects.toThrow(/^422: not like this$/)
  })

  test('that is answered with an error and nothing else says the status text', async () => {
    answer = { status: 503, body: '' }
    await expect(request(base)).rejects.toThrow(/^503: Service Unavailable$/)
  })

  test('with a body is JSON and says so; without one it names no content type', async () => {
    answer = { status: 200, body: '{}' }
    await request(base, { method: 'POST', body: { amount: 200 } })
    await request(base)
    expect(seen.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json',
      undefined,
    ])
  })
})

describe('a query', () => {
  const client = createQueryClient()
  const ask = (on401?: 'throw' | 'null') =>
    client.fetchQuery({ queryKey: [base, 'api', String(seen.length)], queryFn: queryByKey(on401) })

  test('GETs its key’s segments joined by slashes, and parses the JSON', async () => {
    answer = { status: 200, body: '{"configured":true}' }
    expect(await client.fetchQuery({ queryKey: [base, 'api', 'stripe-config'] })).toEqual({
      configured: true,
    })
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/stripe-config'])
  })

  test('never becomes stale: the same key is not asked for again', async () => {
    await client.fetchQuery({ queryKey: [base, 'api', 'stripe-config'] })
    expect(seen).toEqual([])
  })

  test('that is refused with 401 throws, or reads as null where that is asked for', async () => {
    answer = { status: 401, body: 'who are you' }
    await expect(ask()).rejects.toThrow('401: who are you')
    expect(await ask('null')).toBeNull()
  })

  test('that fails is not tried again', async () => {
    answer = { status: 500, body: 'no' }
    await expect(ask()).rejects.toThrow('500: no')
    expect(seen).toHaveLength(1)
  })

  test('is dropped five minutes after its last use, and never asks by itself', () => {
    expect(client.getDefaultOptions().queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    })
    expect(client.getDefaultOptions().mutations).toMatchObject({ retry: false })
  })
})
