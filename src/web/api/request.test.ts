import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryByKey, queryClient, request } from './request'

let server: Server
let url: string
let seen: IncomingMessage[]
let answer: { status: number; body: string; reason?: string }

beforeEach(async () => {
  seen = []
  answer = { status: 200, body: '{"fine":true}' }
  server = createServer((incoming, response) => {
    seen.push(incoming)
    response.writeHead(answer.status, answer.reason ?? '').end(answer.body)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

describe('a request', () => {
  it('says JSON when it has a body, and nothing when it has none', async () => {
    await request(`${url}/a`, { method: 'POST', body: { x: 1 } })
    await request(`${url}/b`)
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(seen[1]?.headers['content-type']).toBeUndefined()
  })

  it('always takes the cookies along', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    await request(url)
    await request(url, { method: 'PUT', body: null })
    expect(sent.mock.calls.map(([, options]) => options?.credentials)).toEqual([
      'include',
      'include',
    ])
  })

  it('becomes an error of status and body when the answer is not OK', async () => {
    answer = { status: 400, body: 'The amount must be a number.' }
    await expect(request(url)).rejects.toThrow(/^400: The amount must be a number\.$/)
  })

  it('says the status text when the answer is not OK and empty', async () => {
    answer = { status: 503, body: '', reason: 'Service Unavailable' }
    await expect(request(url)).rejects.toThrow(/^503: Service Unavailable$/)
  })
})

describe('the default query', () => {
  const ask = (client: QueryClient, queryKey: string[]) => client.fetchQuery({ queryKey })

  it('gets the segments of its key joined by slashes, and reads JSON', async () => {
    expect(await ask(queryClient, [url, 'api', 'things', '7'])).toEqual({ fine: true })
    expect(seen[0]?.url).toBe('/api/things/7')
  })

  it('throws on a 401 unless it is asked to read it as null', async () => {
    answer = { status: 401, body: 'Who are you?' }
    await expect(ask(queryClient, [url, 'a'])).rejects.toThrow('401: Who are you?')
    const lenient = new QueryClient({
      defaultOptions: { queries: { queryFn: queryByKey('null'), retry: false } },
    })
    expect(await ask(lenient, [url, 'a'])).toBeNull()
  })

  it('is never retried, never stale, never refetched, and dropped five minutes after its use', async () => {
    answer = { status: 500, body: 'no' }
    await expect(ask(queryClient, [url, 'a'])).rejects.toThrow('500: no')
    expect(seen).toHaveLength(1)
    expect(queryClient.getDefaultOptions()).toMatchObject({
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 300_000,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
    })
  })
})
