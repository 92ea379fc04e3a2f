import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { orderDraftPath } from '../../shared/payment-intent'
import { fetchTimeoutMs } from './check'

interface LiveAnswer {
  status: number
  body: string
  /** The target of a redirect. */
  location: URL | null
}

export function fetchLive(base: URL): Promise<LiveAnswer> {
  return callServer(new URL('/api/live', base))
}

/** Sends words for a payment that no server knows, in the way in which the page sends its own. */
export function sendWords(base: URL): Promise<LiveAnswer> {
  const madeUp = 'pi_madeUpByTheDoctor'
  const words = {
    ...{ name: '—', purpose: '—', email: null, language: 'uk' },
    clientSecret: `${madeUp}_secret_none`,
  }
  return callServer(new URL(orderDraftPath(madeUp), base), JSON.stringify(words))
}

/** Calls the server even if its certificate is invalid, by POST if there is a body. */
function callServer(url: URL, body?: string): Promise<LiveAnswer> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const posted = { method: 'POST', headers: { 'content-type': 'application/json' } }
  return new Promise<LiveAnswer>((resolve, reject) => {
    const signal = AbortSignal.timeout(fetchTimeoutMs)
    const options = { rejectUnauthorized: false, agent: false, signal, ...(body && posted) }
    const sent = send(url, options, answer => {
      const { statusCode: status = 0, headers } = answer
      const { location: to = '' } = headers
      const location = to !== '' && URL.canParse(to, url) ? new URL(to, url) : null
      text(answer).then(body => resolve({ status, body, location }), reject)
    })
    sent.on('error', reject).end(body)
  })
}

const LiveSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), via: v.string() }))

/** Returns null if another program or version answered. */
export function readLive(body: string) {
  const read = v.safeParse(LiveSchema, body)
  return read.success ? read.output : null
}

/** Returns whether our own server, and nobody in front of it, answered that it does not know the payment. */
export function isUnknownPayment({ status, body }: LiveAnswer): boolean {
  const RejectionSchema = v.pipe(v.string(), v.parseJson(), v.object({ success: v.literal(false) }))
  return status === 404 && v.is(RejectionSchema, body)
}
