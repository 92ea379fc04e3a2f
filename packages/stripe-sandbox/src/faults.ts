import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { keepFailure, rateLimited } from './api/endpoint'
import { Count, everyRule } from './rules'
import type { Sandbox } from './sandbox'

/**
 * A fault for requests that match. `drop` happens before anything is done; `lose_answer` after all
 * is done and saved; `status` and `delay` before, unless `at` says after. A status of 500 or more
 * that is given after the work is what the idempotency key brings from then on, and the SDK is told
 * not to try again, as with the real one.
 */
export const NewFault = v.strictObject({
  ...everyRule,
  action: v.picklist(['lose_answer', 'drop', 'status', 'delay']),
  /** GET, POST, …; absent: any. */
  method: v.optional(v.string()),
  /** The path with `*` for anything but a slash and `**` for anything at all. */
  path: v.optional(v.string(), '**'),
  at: v.optional(v.picklist(['before', 'after']), 'before'),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 500),
  ms: v.optional(Count, 1000),
})

export type Fault = v.InferOutput<typeof NewFault> & { id: string }

/** Lets requests to this app, and to what is registered in it, meet the faults. */
export function injectFaults(app: FastifyInstance, sandbox: Sandbox): void {
  const met = new WeakMap<FastifyRequest, Fault>()

  app.addHook('preHandler', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const fault = sandbox.faults.take(one => meets(one, request.method, path))
    if (!fault) return
    met.set(request, fault)
    const isBefore = fault.at === 'before'
    if (fault.action === 'delay' && isBefore) await wait(fault.ms)
    if (fault.action === 'drop' || (fault.action === 'status' && isBefore)) return reply.send('')
  })

  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    const fault = met.get(request)
    if (!fault) return payload
    if (fault.action === 'delay' && fault.at === 'after') await wait(fault.ms)
    if (fault.action === 'drop' || fault.action === 'lose_answer') reply.raw.destroy()
    if (fault.action !== 'status') return payload
    const { status } = fault
    reply.code(status).type('application/json').removeHeader('content-length')
    const body = JSON.stringify(errorOf(status))
    if (fault.at === 'after' && status >= 500) {
      reply.header('stripe-should-retry', 'false')
      keepFailure(sandbox, request.id, status, body)
    }
    return body
  })
}

function errorOf(status: number): object {
  if (status === 429) return rateLimited.body
  if (status !== 409) return { error: { type: 'api_error', message: 'An unknown error occurred.' } }
  const message =
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.'
  return { error: { type: 'invalid_request_error', code: 'lock_timeout', message } }
}

function meets({ method, path }: Fault, asked: string, url: string): boolean {
  if (method !== undefined && method.toUpperCase() !== asked) return false
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const pattern = escaped.replace(/\*\*|\*/g, star => (star === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${pattern}$`).test(url)
}
