import { QueryClient } from '@tanstack/query-core'
import { afterEach, expect, it, vi } from 'vitest'
import { queryByKey, queryClient } from './query-client'
import { request } from './request'

const site = 'https://candle.example.org'

function serverAnswers(body: string, status = 200, statusText = '') {
  const sent = vi.fn(async (_path: string, _options: RequestInit) => {
    return new Response(body, { status, statusText })
  })
  vi.stubGlobal('fetch', sent)
  return sent
}

const ask = (client: QueryClient, queryKey: string[]) => client.fetchQuery({ queryKey })

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a request takes the cookies along, and says JSON only with a body', async () => {
  const sent = serverAnswers('{}')
  await request('/a', { method: 'POST', body: { x: 1 } })
  await request('/b')
  expect(sent.mock.calls).toEqual([
    [
      '/a',
      {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json' },
        body: '{"x":1}',
      },
    ],
    ['/b', { credentials: 'include', headers: {}, body: undefined }],
  ])
})

it.each([
  ['The amount must be a number.', 400, 'Bad Request', '400: The amount must be a number.'],
  ['', 503, 'Service Unavailable', '503: Service Unavailable'],
])('an answer that is not OK is an error of its status and text', async (body, status, ...rest) => {
  const [statusText, message] = rest
  serverAnswers(body, status, statusText)
  await expect(request('/a')).rejects.toThrow(new Error(message))
})

it('a query gets the segments of its key joined by slashes, and reads JSON', async () => {
  const sent = serverAnswers('{"fine":true}')
  expect(await ask(queryClient, [site, 'api', 'things', '7'])).toEqual({ fine: true })
  expect(sent.mock.calls[0]?.[0]).toBe(`${site}/api/things/7`)
})

it('a query throws on a 401 unless it is asked to read it as null', async () => {
  serverAnswers('Who are you?', 401)
  await expect(ask(queryClient, [site, 'a'])).rejects.toThrow('401: Who are you?')
  const lenient = new QueryClient({
    defaultOptions: { queries: { queryFn: queryByKey('null'), retry: false } },
  })
  expect(await ask(lenient, [site, 'a'])).toBeNull()
})

it('a query is never retried, never stale, never refetched, and dropped after five minutes', async () => {
  const sent = serverAnswers('no', 500)
  await expect(ask(queryClient, [site, 'b'])).rejects.toThrow('500: no')
  expect(sent).toHaveBeenCalledOnce()
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
})
