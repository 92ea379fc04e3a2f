import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type FormGroup, unpackForm } from '../http/form-body'
import type { Account } from '../objects/new-id'
import type { Sandbox } from '../sandbox'
import type { KeptAnswer } from '../store/key-rows'
import { type Answer, invalidRequest, refuse } from './answer'
import { authenticate } from './authenticate'
import { findEndpoint } from './endpoints'
import { expandAnswer } from './expand'

export interface ApiRequest {
  /** `req_…`, for the headers and the events. */
  id: string
  method: string
  path: string
  query: string
  headers: IncomingHttpHeaders
  body: string
  origin: string
}

export interface ApiReply {
  status: number
  body: string
  headers: Record<string, string>
}

const keysLiveForMs = 24 * 3_600_000

/** One API call: who asks, what for, has it been answered before, and if not: do it, once. */
export function serveApi(sandbox: Sandbox, request: ApiRequest): ApiReply {
  const params = unpackForm(request.method === 'GET' ? request.query : request.body)
  if (!params) return reply(request, invalidRequest('Invalid request: malformed parameters.'))
  const caller = authenticate(request.headers, params)
  if ('status' in caller) return reply(request, caller)
  const { kind: keyKind, account } = caller
  const found = findEndpoint(request.method, request.path)
  if (!found) return reply(request, unknownAddress(request))
  if (keyKind === 'publishable' && !found.endpoint.open) return reply(request, secretKeyRequired)

  const idempotencyKey = idempotencyKeyOf(request)
  const cause = { id: request.id, idempotencyKey }
  const { origin } = request
  const prepared = found.endpoint.prepare(
    { sandbox, id: found.id, keyKind, account, cause, origin },
    withoutKey(params),
  )
  if ('refusal' in prepared) return reply(request, prepared.refusal)
  const expand = Array.isArray(params.expand) ? params.expand.map(String) : undefined
  const act = () => expandAnswer(prepared.act(), expand, sandbox.store.objects)
  if (request.method === 'GET') return reply(request, act())
  return once(sandbox, request, account, idempotencyKey, act)
}

/** Done in one transaction with its saved answer; a repeat gets the first answer, word for word. */
function once(
  { store, clock, wake }: Sandbox,
  request: ApiRequest,
  account: Account,
  key: string | null,
  act: () => Answer,
): ApiReply {
  if (key === null) {
    const answer = store.inTransaction(act)
    wake()
    return reply(request, answer)
  }
  if (key.length > 255)
    return reply(request, invalidRequest('Idempotency keys may be at most 255 characters.'))
  const fingerprint = fingerprintOf(request)
  const place = account === 'sandbox' ? key : `${account} ${key}`
  const kept = store.keys.get(place)
  if (kept && kept.at + keysLiveForMs > clock.now())
    return replay(request, { ...kept, key }, fingerprint)

  const done = store.inTransaction(() => {
    const { status, body } = act()
    const answer = { status, body: JSON.stringify(body) }
    const { path, id } = request
    store.keys.keep({ key: place, fingerprint, path, at: clock.now(), request: id, ...answer })
    return answer
  })
  wake()
  return { ...done, headers: { 'Idempotency-Key': key, 'Original-Request': request.id } }
}

function replay(request: ApiRequest, kept: KeptAnswer, fingerprint: string): ApiReply {
  if (kept.fingerprint !== fingerprint)
    return reply(
      request,
      refuse(400, {
        type: 'idempotency_error',
        message:
          kept.path === request.path
            ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${kept.key}' if you meant to execute a different request.`
            : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${kept.path}'). Try using a key other than '${kept.key}' if you meant to execute a different request.`,
      }),
    )
  return {
    status: kept.status,
    body: kept.body,
    headers: {
      'Idempotency-Key': kept.key,
      'Original-Request': kept.request,
      'Idempotent-Replayed': 'true',
    },
  }
}

/** Two requests under one key at the same moment: the second is to come again. */
export function keyInUse(request: ApiRequest): ApiReply {
  const answer = refuse(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this idempotency key. Please try again later.',
  })
  return reply(request, answer)
}

export function idempotencyKeyOf({ method, headers }: Pick<ApiRequest, 'method' | 'headers'>) {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' && key !== '' ? key : null
}

function fingerprintOf({ method, path, body }: ApiRequest): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url')
}

function reply(request: ApiRequest, { status, body }: Answer): ApiReply {
  const key = idempotencyKeyOf(request)
  return { status, body: JSON.stringify(body), headers: key ? { 'Idempotency-Key': key } : {} }
}

/** `key` and the underscored parameters are how browsers say who they are; no call's own business. */
function withoutKey(params: FormGroup): FormGroup {
  const own: FormGroup = Object.create(null)
  for (const [name, value] of Object.entries(params))
    if (name !== 'key' && !name.startsWith('_stripe')) own[name] = value
  return own
}

function unknownAddress({ method, path }: ApiRequest): Answer {
  return refuse(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The card sandbox does not play it, or the URL has a typo.`,
  })
}

const secretKeyRequired = refuse(403, {
  type: 'invalid_request_error',
  code: 'secret_key_required',
  message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
})
