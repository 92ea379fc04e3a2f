import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { originOf } from '../callers'
import { type Account, newId } from '../ids'
import type { Cause, Sandbox } from '../sandbox'
import type { KeptAnswer } from '../store'
import { expandAnswer } from './answers'
import { ApiError, invalidRequest } from './errors'
import { type FormGroup, unpackForm } from './form-body'
import { checkParameters } from './parameters'

/** A call as an action sees it, with its parameters typed. */
export interface ApiCall<P> {
  sandbox: Sandbox
  params: P
  /** The `:id` of the path, or empty. */
  id: string
  /** A secret key; a publishable one sees and may do less. */
  secret: boolean
  account: Account
  cause: Cause
  /** The address the caller used: pages of the bank are under it. */
  origin: string
}

export interface ApiAnswer {
  status: number
  body: unknown
}

/** The answer of an action: what it returns, or the error it throws. */
export function attempt(action: () => unknown): ApiAnswer {
  try {
    return { status: 200, body: action() }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** A call that no HTTP request made, with the rights of the account that owns `id`. */
export function internalCall<P>(
  sandbox: Sandbox,
  given: Pick<ApiCall<P>, 'id' | 'account' | 'params' | 'origin' | 'secret'>,
): ApiCall<P> {
  return { ...given, sandbox, cause: { id: newId('req', given.account), idempotencyKey: null } }
}

export type RegisterEndpoint = <S extends v.GenericSchema>(
  route: `${'GET' | 'POST'} ${string}`,
  schema: S,
  action: (call: ApiCall<v.InferOutput<S>>) => unknown,
  /** `publishable` opens it to browsers. */
  key?: 'secret' | 'publishable',
) => void

/** Registers calls of the API. */
export function createRegister(app: FastifyInstance, sandbox: Sandbox): RegisterEndpoint {
  return (route, schema, action, key = 'secret') => {
    const [method = '', url = ''] = route.split(' ')
    app.route<{ Params: { id?: string } }>({
      method,
      url,
      handler: async (request, reply) => {
        const given = formOf(request)
        const { secret, account } = authenticate(request, given)
        if (!secret && key === 'secret') throw secretKeyRequired
        const idempotencyKey = idempotencyKeyOf(request)
        const call = {
          sandbox,
          id: request.params.id ?? '',
          secret,
          account,
          cause: { id: request.id, idempotencyKey },
          origin: originOf(request),
          params: checkParameters(schema, withoutKey(given)),
        }
        const act = () => attempt(() => expandAnswer(action(call), given.expand, sandbox.store))
        const { status, body } =
          method === 'GET'
            ? serialize(act())
            : answerOnce(sandbox, request, reply, account, idempotencyKey, () => serialize(act()))
        return reply.code(status).type('application/json').send(body)
      },
    })
  }
}

function serialize({ status, body }: ApiAnswer): { status: number; body: string } {
  return { status, body: JSON.stringify(body) }
}

function formOf({ method, url, body }: FastifyRequest): FormGroup {
  const query = url.split('?')[1] ?? ''
  const form = unpackForm(method === 'POST' ? String(body ?? '') : query)
  if (!form) throw invalidRequest('Invalid request: malformed parameters.')
  return form
}

/** `key` and the underscored parameters say who the browser is. */
function withoutKey(params: FormGroup): FormGroup {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => name !== 'key' && !name.startsWith('_stripe')),
  )
}

/** From the header, or from `key` among the parameters as browsers send it. */
function authenticate(
  { headers }: FastifyRequest,
  params: FormGroup,
): { secret: boolean; account: Account } {
  const [, scheme = '', value = ''] =
    /^(Bearer|Basic)\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const basic = Buffer.from(value, 'base64').toString().split(':')[0]
  const inHeader = scheme.toLowerCase() === 'basic' ? basic : value
  const key = inHeader || (typeof params.key === 'string' ? params.key : '')
  if (/^(sk|rk|pk)_test_\w+$/.test(key))
    return {
      secret: !key.startsWith('pk'),
      account: key.endsWith('_test_other') ? 'other' : 'sandbox',
    }
  const masked =
    key.length <= 12
      ? '*'.repeat(key.length)
      : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message:
      key === ''
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
        : `Invalid API Key provided: ${masked}`,
  })
}

export function idempotencyKeyOf({ method, headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' && key !== '' ? key : null
}

export const keysLiveForMs = 24 * 3_600_000

/** In one transaction with its saved answer; a repeat gets the first answer, word for word. */
function answerOnce(
  { store, clock, wake }: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  key: string | null,
  act: () => { status: number; body: string },
): { status: number; body: string } {
  if (key !== null && key.length > 255)
    throw invalidRequest('Idempotency keys may be at most 255 characters.')
  const { method, id, body } = request
  const path = request.url.split('?')[0] ?? ''
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url')
  const place = `${account} ${key}`
  const kept = key === null ? undefined : store.get('kept_answer', place)
  if (kept && kept.created + keysLiveForMs > clock.now()) {
    if (kept.fingerprint !== fingerprint) throw keyUsedOtherwise(key ?? '', kept, path)
    reply.header('original-request', kept.request).header('idempotent-replayed', 'true')
    return kept
  }
  const answer = store.transaction(() => {
    const first = act()
    const facts = { id: place, fingerprint, path, created: clock.now(), request: id }
    if (key !== null) store.put('kept_answer', { ...facts, ...first })
    return first
  })
  if (key !== null) reply.header('original-request', id)
  wake()
  return answer
}

function keyUsedOtherwise(key: string, kept: KeptAnswer, path: string): ApiError {
  const only =
    kept.path === path
      ? 'with the same parameters they were first used with.'
      : `for the same endpoint they were first used for ('${kept.path}').`
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${only} Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

const secretKeyRequired = new ApiError(403, {
  type: 'invalid_request_error',
  code: 'secret_key_required',
  message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
})
