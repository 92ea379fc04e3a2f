import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { fetchTimeoutMs } from './check'

interface LiveAnswer {
  status: number
  body: string
  /** Where a redirect leads. */
  location: URL | null
}

/** With an invalid certificate, too. */
export function fetchLive(base: URL) {
  const url = new URL('/api/live', base)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<LiveAnswer>((resolve, reject) => {
    const signal = AbortSignal.timeout(fetchTimeoutMs)
    const sent = send(url, { rejectUnauthorized: false, agent: false, signal }, answer => {
      const { statusCode: status = 0, headers } = answer
      const { location: to = '' } = headers
      const location = to !== '' && URL.canParse(to, url) ? new URL(to, url) : null
      text(answer).then(body => resolve({ status, body, location }), reject)
    })
    sent.on('error', reject).end()
  })
}

const LiveSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), via: v.string() }))

/** null: another program, or another version. */
export function readLive(body: string) {
  const read = v.safeParse(LiveSchema, body)
  return read.success ? read.output : null
}
