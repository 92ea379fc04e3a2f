import { idempotencyKeyOf, keyInUse, serveApi } from '../api/serve-api'
import { serveControl } from '../control/serve-control'
import type { Fault } from '../faults/fault-rules'
import { journalPage } from '../journal/journal-page'
import type { Sandbox } from '../sandbox'
import { apiVersion } from '../webhooks/tell'
import { crossOriginHeaders, preflightReply } from './cross-origin'
import { type Exchange, type Reply, textReply } from './exchange'
import type { Files } from './serve-files'

/** A reply, and what is to happen to it on its way. Undefined: the line is cut. */
export interface Outcome {
  reply: Reply | undefined
  cutShort?: boolean
}

export type AnswerRequest = (exchange: Exchange) => Promise<Outcome>

/** Who answers what; misfortunes ordered by the control plane happen here, around the answer. */
export function requestAnswerer(sandbox: Sandbox, files: Files): AnswerRequest {
  const keysAtWork = new Set<string>()

  return async exchange => {
    if (exchange.path.startsWith('/_control')) return { reply: await here(exchange, serveControl) }
    if (exchange.path === '/' && exchange.method === 'GET')
      return { reply: await here(exchange, journalPage) }
    if (exchange.method === 'OPTIONS') return { reply: preflightReply(exchange) }

    const key = idempotencyKeyOf(exchange)
    if (key === null) return withFaults(exchange)
    if (keysAtWork.has(key)) return { reply: apiReply(exchange, keyInUse(exchange)) }
    keysAtWork.add(key)
    try {
      return await withFaults(exchange)
    } finally {
      keysAtWork.delete(key)
    }
  }

  async function here(
    exchange: Exchange,
    serve: (sandbox: Sandbox, exchange: Exchange) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    return exchange.fromHere
      ? serve(sandbox, exchange)
      : textReply(403, 'This page is for the machine the card sandbox runs on.')
  }

  async function withFaults(exchange: Exchange): Promise<Outcome> {
    const fault = sandbox.faults.take(exchange.method, exchange.path)
    if (!fault) return { reply: reply(exchange) }
    if (fault.action === 'drop') return { reply: undefined }
    if (fault.at !== 'after') await suffer(fault)
    if (fault.action === 'status' && fault.at !== 'after')
      return { reply: apiReply(exchange, faultAnswer(fault)) }
    const answer = reply(exchange)
    if (fault.at === 'after') await suffer(fault)
    if (fault.action === 'lose_answer') return { reply: undefined }
    if (fault.action === 'status') return { reply: apiReply(exchange, faultAnswer(fault)) }
    return { reply: answer, cutShort: fault.action === 'truncate' }
  }

  function reply(exchange: Exchange): Reply {
    if (exchange.path.startsWith('/v1/')) return apiReply(exchange, serveApi(sandbox, exchange))
    return files.serve(exchange) ?? textReply(404, 'Not found')
  }
}

function apiReply(
  exchange: Exchange,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string },
): Reply {
  const version = exchange.headers['stripe-version']
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, no-store',
      'Request-Id': exchange.id,
      'Stripe-Version': typeof version === 'string' ? version : apiVersion,
      ...crossOriginHeaders,
      ...headers,
    },
    body,
  }
}

async function suffer({ action, ms = 1000 }: Fault): Promise<void> {
  if (action === 'delay') await new Promise(resolve => setTimeout(resolve, ms))
}

const faultErrors: Readonly<Record<number, object>> = {
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

function faultAnswer({ status = 500 }: Fault) {
  const error = faultErrors[status] ?? {
    type: 'api_error',
    message: 'An unknown error occurred.',
  }
  return { status, headers: {}, body: JSON.stringify({ error }) }
}
