import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  text: string
}

/** Many visitors on few connections: what is measured is the server, not the client's sockets. */
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
const patienceMs = 30_000

/** One HTTP call; plain `node:http`, because `fetch` costs the client thrice as much. */
export function call(
  url: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = 'GET', body, headers } = options
  const content = body === undefined ? null : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method,
      headers: { ...(content !== null && { 'content-type': 'application/json' }), ...headers },
      signal: AbortSignal.timeout(patienceMs),
    })
    sent.on('error', reject)
    sent.on('response', response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', reject)
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.end(content ?? undefined)
  })
}

/** Of a visitor of their own: one address is not given intents without end. */
export function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 256)
  return `10.${part()}.${part()}.${part()}`
}
