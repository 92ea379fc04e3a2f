import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Match = string | ((url: URL) => boolean)

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a test may tell a route to answer; `response` is what the product answered. */
interface Made {
  response?: { answer: Answer }
  status?: number
  json?: unknown
  body?: string | Buffer
}

type Handler = (route: ReturnType<typeof describeRoute>) => unknown

const complaintPath = '/complaint'

/**
 * Stands before the page's script: WebDriver does not tell what a page throws, or what its policy blocks.
 * A ResizeObserver's loop, which Playwright does not tell either, comes without an error.
 */
const complain = `{
  const complain = text => navigator.sendBeacon('${complaintPath}', text)
  addEventListener('error', ({ error }) => error && complain(String(error)))
  addEventListener('unhandledrejection', ({ reason }) => complain(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complain(blockedURI + ' violates ' + violatedDirective))
}
`

/**
 * The way from a driven browser to the product, as a proxy: WebDriver cannot see or change requests. It
 * does what tests ask of Playwright's `route` and `on`, for the product's own addresses. It is at a port of
 * its own, so that each test has an origin whose storage holds no other test's payment.
 */
export async function startLine(target: string, address: string) {
  const routes: { match: Match; handler: Handler }[] = []
  const listeners = {
    request: new Set<(asked: Asked) => void>(),
    response: new Set<Hear>(),
    complaint: new Set<(complaint: string) => void>(),
  }
  let url = ''

  const server = createServer(async (incoming, outgoing) => {
    const sent = await buffer(incoming).catch(() => null)
    // The browser left before it had sent it all.
    if (!sent) return
    if (incoming.url === complaintPath) {
      for (const listener of listeners.complaint) listener(sent.toString())
      return void outgoing.end()
    }
    const asked = describeRequest(url + incoming.url, incoming, sent)
    for (const listener of listeners.request) listener(asked)
    const pass = () => ask(target, address, asked)
    const answer = await decide(asked, pass).catch(() => null)
    if (!answer) return void incoming.socket.destroy()
    for (const listener of listeners.response) listener(describeAnswer(asked, answer))
    outgoing.writeHead(answer.status, answer.headers)
    outgoing.end(answer.body)
  })

  /** The newest route that matches and does not fall back; null: the connection breaks. */
  async function decide(asked: Asked, pass: () => Promise<Answer>): Promise<Answer | null> {
    for (const one of [...routes].reverse()) {
      if (!matches(one.match, asked.url())) continue
      const decided = await new Promise<Answer | 'next' | null>((decide, fail) => {
        const handled = one.handler(describeRoute(asked, pass, decide))
        Promise.resolve(handled).catch(fail)
      })
      if (decided !== 'next') return decided
    }
    return pass()
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    listeners,
    matches,
    route(match: Match, handler: Handler) {
      routes.push({ match, handler })
    },
    /** Without an address: all routes. */
    unroute(match?: Match) {
      const kept = match === undefined ? [] : routes.filter(one => one.match !== match)
      routes.splice(0, routes.length, ...kept)
    },
    stop: () => void server.close().closeAllConnections(),
  }
}

export type Line = Awaited<ReturnType<typeof startLine>>

export type Asked = ReturnType<typeof describeRequest>
export type Answered = ReturnType<typeof describeAnswer>
type Hear = (answered: Answered) => void

function describeRequest(url: string, { method = '', headers }: IncomingMessage, body: Buffer) {
  return {
    url: () => url,
    method: () => method,
    headers: () => headers,
    postDataBuffer: () => body,
    postDataJSON: () => JSON.parse(body.toString()),
  }
}

function describeAnswer(asked: Asked, answer: Answer) {
  return {
    answer,
    url: asked.url,
    text: async () => answer.body.toString(),
    json: async () => JSON.parse(answer.body.toString()),
  }
}

function describeRoute(
  asked: Asked,
  pass: () => Promise<Answer>,
  decide: (answer: Answer | 'next' | null) => void,
) {
  return {
    request: () => asked,
    abort: async () => decide(null),
    fallback: async () => decide('next'),
    fetch: async () => describeAnswer(asked, await pass()),
    fulfill: async ({ response, status, json, body = '' }: Made) =>
      decide({
        status: status ?? response?.answer.status ?? 200,
        headers: {
          'content-type': json === undefined ? 'text/plain' : 'application/json',
          ...response?.answer.headers,
        },
        body: Buffer.from(json === undefined ? body : JSON.stringify(json)),
      }),
  }
}

async function ask(target: string, address: string, asked: Asked): Promise<Answer> {
  // Answers come unpacked, so that a test can read and change them.
  const { 'accept-encoding': _packed, ...headers } = asked.headers()
  const passed = request(`${target}${asked.url().replace(/^http:\/\/[^/]*/, '')}`, {
    method: asked.method(),
    headers: { ...headers, 'x-forwarded-for': address },
    // A kept connection may be closed at the moment it is used again.
    agent: false,
  })
  passed.end(asked.postDataBuffer())
  const [incoming] = await once(passed, 'response')
  const { 'content-length': _length, 'transfer-encoding': _chunks, ...sent } = incoming.headers
  // A script that the browser keeps could not be cut off.
  if (asked.url().includes('/assets/')) sent['cache-control'] = 'no-store'
  const body = await buffer(incoming)
  const isPageScript = asked.url().includes('/assets/main-')
  return {
    status: incoming.statusCode,
    headers: sent,
    body: isPageScript ? Buffer.concat([Buffer.from(complain), body]) : body,
  }
}

/** As Playwright reads an address: `*` stands for all but a slash, `**` for all. */
function matches(match: Match, url: string): boolean {
  if (typeof match === 'function') return match(new URL(url))
  const parts = match.split(/(\*\*|\*)/).map(part => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`).test(url)
}
