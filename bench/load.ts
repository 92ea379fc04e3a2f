import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import type { Program } from './programs'

/** Keeps one core busy without long queues. */
const connections = 10
const agent = new Agent({ keepAlive: true })

export interface Load {
  perSecond: number
  /** Mean time of an answer, ms. */
  meanMs: number
  /** Processor time of the server for one request, ms. */
  cpuMs: number
}

export interface Answer {
  status: number
  text: string
}

let calls = 0

/** A new address for each call, because the limits count calls by address. */
function nextAddress(): string {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

/** One HTTP call of a visitor; `fetch` costs the client three times as much. */
export function call(
  url: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = 'POST', body, headers } = options
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method,
      headers: {
        'x-forwarded-for': nextAddress(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    sent.once('error', reject)
    sent.once('response', answer =>
      text(answer).then(body => resolve({ status: answer.statusCode ?? 0, text: body }), reject),
    )
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Sends `count` requests, ten in flight. Throws on anything but 200: errors are quick. */
export async function load(
  server: Program,
  count: number,
  send: () => Promise<Answer>,
): Promise<Load> {
  let left = count
  let waitedMs = 0
  const [startedAt, cpuBefore] = [performance.now(), server.cpuMs()]
  const work = async () => {
    while (left-- > 0) {
      const sentAt = performance.now()
      const { status, text } = await send()
      if (status !== 200) throw new Error(`${status}: ${text}`)
      waitedMs += performance.now() - sentAt
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return {
    perSecond: (count * 1000) / (performance.now() - startedAt),
    meanMs: waitedMs / count,
    cpuMs: (server.cpuMs() - cpuBefore) / count,
  }
}

const ReportSchema = v.object({ '2xx': v.number(), non2xx: v.number(), duration: v.number() })

/** Pages a second: by autocannon, because our own client is slower than the server. */
export function loadPage({ url }: Program, seconds: number): number {
  const program = join(import.meta.dirname, 'node_modules/autocannon/autocannon.js')
  // The server closes a connection after 1,000 requests.
  const options = ['--json', '-c', String(connections), '-d', String(seconds), '-D', '900']
  const args = [program, ...options, '-H', 'accept-encoding=gzip, br', url]
  const report = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const { '2xx': answered, non2xx, duration } = v.parse(ReportSchema, JSON.parse(String(report)))
  if (non2xx > 0) throw new Error(`${url}: ${non2xx} requests failed.`)
  return answered / duration
}
