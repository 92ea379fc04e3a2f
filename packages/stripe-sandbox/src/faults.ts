import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepFailure, rateLimited } from './api/endpoint'
import type { Fault } from './rules'
import type { Sandbox } from './sandbox'

export function injectFaults(app: FastifyInstance, sandbox: Sandbox): void {
  const active = new WeakMap<FastifyRequest, Fault>()

  app.addHook('preHandler', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const fault = sandbox.faults.take(one => matches(one, request.method, path))
    if (!fault) return
    active.set(request, fault)
    const isBefore = fault.at === 'before'
    if (fault.action === 'delay' && isBefore) await delay(sandbox, fault)
    if (fault.action === 'drop' || (fault.action === 'status' && isBefore)) return reply.send('')
  })

  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    const fault = active.get(request)
    if (!fault) return payload
    if (fault.action === 'delay' && fault.at === 'after') await delay(sandbox, fault)
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

async function delay({ faults }: Sandbox, { ms }: Fault): Promise<void> {
  if (ms !== null) return wait(ms)
  const before = faults.timesCleared()
  while (faults.timesCleared() === before) await wait(10)
}

function errorOf(status: number): object {
  if (status === 429) return rateLimited.body
  if (status !== 409) return { error: { type: 'api_error', message: 'An unknown error occurred.' } }
  const message =
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.'
  return { error: { type: 'invalid_request_error', code: 'lock_timeout', message } }
}

function matches({ method, path }: Fault, requested: string, url: string): boolean {
  if (method !== undefined && method.toUpperCase() !== requested) return false
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const pattern = escaped.replace(/\*\*|\*/g, star => (star === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${pattern}$`).test(url)
}
