import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RuleList } from './rules'

export const faultActions = ['lose_answer', 'drop', 'status', 'delay', 'truncate'] as const

/**
 * A fault for requests that match. `drop` happens before anything is done; `lose_answer` and
 * `truncate` after all is done and saved; `status` and `delay` before, unless `at` says after.
 */
export interface Fault {
  id: string
  action: (typeof faultActions)[number]
  /** GET, POST, …; absent: any. */
  method?: string | undefined
  /** The path with `*` for anything but a slash and `**` for anything at all; absent: any. */
  path?: string | undefined
  count?: number | undefined
  skip?: number | undefined
  at?: 'before' | 'after' | undefined
  status?: number | undefined
  ms?: number | undefined
}

export type Faults = RuleList<Fault>

/** Lets requests to this app, and to what is registered in it, meet the faults. */
export function injectFaults(app: FastifyInstance, faults: Faults): void {
  const met = new WeakMap<FastifyRequest, Fault>()

  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'OPTIONS') return
    const path = request.url.split('?')[0] ?? ''
    const fault = faults.take(one => meets(one, request.method, path))
    if (!fault) return
    met.set(request, fault)
    if (fault.action === 'drop') return reply.send('')
    if (fault.at === 'after') return
    if (fault.action === 'delay') await wait(fault)
    if (fault.action === 'status') return reply.send('')
  })

  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    const fault = met.get(request)
    if (!fault) return payload
    if (fault.action === 'delay' && fault.at === 'after') await wait(fault)
    if (fault.action === 'drop' || fault.action === 'lose_answer') reply.raw.destroy()
    if (fault.action === 'truncate') {
      if (typeof payload === 'string') reply.header('content-length', Buffer.byteLength(payload))
      return Readable.from(firstHalf(payload))
    }
    if (fault.action !== 'status') return payload
    const status = fault.status ?? 500
    reply.code(status).type('application/json').removeHeader('content-length')
    return JSON.stringify({ error: errors[status] ?? serverError })
  })
}

async function wait({ ms = 1000 }: Fault): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, ms))
}

/** Half an answer, and then the connection breaks. */
async function* firstHalf(payload: unknown): AsyncGenerator<Buffer> {
  const chunks: Iterable<string> | AsyncIterable<Buffer> =
    payload instanceof Readable ? payload : [String(payload)]
  for await (const chunk of chunks) {
    const whole = Buffer.from(chunk)
    yield whole.subarray(0, Math.floor(whole.length / 2))
    break
  }
  await new Promise(resolve => setTimeout(resolve, 20))
  throw new Error('The answer is cut short.')
}

const errors: Readonly<Record<number, object>> = {
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  },
}
const serverError = { type: 'api_error', message: 'An unknown error occurred.' }

function meets({ method, path }: Fault, asked: string, url: string): boolean {
  if (method !== undefined && method.toUpperCase() !== asked) return false
  if (path === undefined) return true
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const pattern = escaped.replace(/\*\*|\*/g, star => (star === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${pattern}$`).test(url)
}
