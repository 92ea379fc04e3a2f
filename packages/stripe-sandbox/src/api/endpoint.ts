import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'
import * as v from 'valibot'
import { type Account, newId } from '../ids'
import type { Kind } from '../records'
import type { Sandbox } from '../sandbox'
import type { Store } from '../store'
import { ApiError, invalidRequest } from './errors'
import { parseParameters } from './parameters'

export interface ApiCall<P> {
  sandbox: Sandbox
  params: P
  /** The `:id` of the path. It is empty if the path has none. */
  id: string
  /** True if the caller has a secret key. A publishable one has fewer rights. */
  secret: boolean
  account: Account
  /** The address that the caller used. The bank's pages are below it. */
  origin: string
}

export function attempt(action: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: action() }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/**
 * Returns the address at which the caller reached the sandbox. It is checked, because scripts contain it.
 */
export function originOf({ headers: { host }, socket }: FastifyRequest): string {
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)
    ? `http://${host}`
    : `http://127.0.0.1:${socket.localPort}`
}

/** Makes a call without an HTTP request. It has the rights of the account that owns `id`. */
export function internalCall<P>(sandbox: Sandbox, call: Omit<ApiCall<P>, 'sandbox'>): ApiCall<P> {
  const cause = { id: newId('req', call.account), idempotency_key: null }
  return { ...call, sandbox: { ...sandbox, cause } }
}

export type RegisterEndpoint = ReturnType<typeof createRegister>

/** Registers calls of the API. A `publishable` one is open to browsers. */
export function createRegister(app: FastifyInstance, sandbox: Sandbox) {
  return <S extends v.GenericSchema>(
    route: `${'GET' | 'POST'} ${string}`,
    schema: S,
    action: (call: ApiCall<v.InferOutput<S>>) => unknown,
    key: 'secret' | 'publishable' = 'secret',
  ): void => {
    const [method = '', url = ''] = route.split(' ')
    app.route<{ Params: { id?: string } }>({
      method,
      url,
      handler: async (request, reply) => {
        const { key: keyParam, ...fields } = formOf(request)
        const { secret, account } = authenticate(request, keyParam)
        if (!secret && key === 'secret') throw secretKeyRequired
        const tooMany = secret && sandbox.traffic.reject(account, `${method} /v1${url}`)
        if (tooMany) {
          reply.header('stripe-rate-limited-reason', tooMany)
          throw rateLimited
        }
        const cause = { id: request.id, idempotency_key: idempotencyKeyOf(request) }
        const call = {
          sandbox: { ...sandbox, cause },
          id: request.params.id ?? '',
          secret,
          account,
          origin: originOf(request),
          params: parseParameters(schema, fields),
        }
        const act = () => {
          const { status, body } = attempt(() =>
            expandAnswer(action(call), fields.expand, sandbox.store),
          )
          return { status, body: JSON.stringify(body) }
        }
        const { status, body } = method === 'GET' ? act() : answerOnce(call, request, reply, act)
        return reply.code(status).type('application/json').send(body)
      },
    })
  }
}

const expandable: Readonly<Record<string, readonly Kind[]>> = {
  latest_charge: ['charge'],
  payment_method: ['payment_method'],
  source: ['charge', 'refund', 'dispute'],
}

const Fields = v.record(v.string(), v.unknown())

/** Replaces the ids that `expand` names, such as `latest_charge` or `data.charge`, by their objects. */
function expandAnswer(body: unknown, expand: unknown, store: Store): unknown {
  const paths = Array.isArray(expand) ? expand.map(String) : []
  return paths.reduce((answer, path) => {
    const [, inList, name = ''] = /^(data\.)?(\w+)$/.exec(path) ?? []
    const kinds = expandable[name]
    const expandIn = (object: unknown) => {
      const fields = v.parse(Fields, object)
      const id = fields[name]
      if (!kinds || id === undefined)
        throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
      const found = kinds.map(kind => store.get(kind, String(id))).find(Boolean)
      return { ...fields, [name]: found ?? id }
    }
    const list = v.parse(Fields, answer)
    return inList && Array.isArray(list.data)
      ? { ...list, data: list.data.map(expandIn) }
      : expandIn(answer)
  }, body)
}

/** Parses the API's form encoding: `a[b]=1`, `list[0]=x`, `list[]=x`. */
function formOf({ method, url, body }: FastifyRequest): qs.ParsedQs {
  const form = method === 'POST' ? String(body ?? '') : (url.split('?')[1] ?? '')
  try {
    const options = { depth: 8, strictDepth: true, duplicates: 'last', plainObjects: true } as const
    return qs.parse(form, options)
  } catch {
    throw invalidRequest('Invalid request: malformed parameters.')
  }
}

/** Reads the key from the header, or from the parameter `key`, in which browsers send it. */
function authenticate(
  { headers }: FastifyRequest,
  keyParam: unknown,
): { secret: boolean; account: Account } {
  const key = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? String(keyParam ?? '')
  const [, kind, owner] = /^(sk|rk|pk)_test_(\w+)$/.exec(key) ?? []
  if (kind) return { secret: kind !== 'pk', account: owner === 'other' ? 'other' : 'sandbox' }
  const hidden = `${key.slice(0, 3)}${'*'.repeat(Math.max(1, key.length - 3))}`
  const noKey =
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  throw invalidRequest(key === '' ? noKey : `Invalid API Key provided: ${hidden}`, {}, 401)
}

export function idempotencyKeyOf({ method, headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' && key !== '' ? key : null
}

const keysLiveForMs = 24 * 3_600_000

/** Saves the answer in the transaction of its call, so a repeat gets the same bytes. */
function answerOnce(
  { sandbox: { store, clock, cause, wake }, account }: ApiCall<unknown>,
  { method, url, id: request, body }: FastifyRequest,
  reply: FastifyReply,
  act: () => { status: number; body: string },
): { status: number; body: string } {
  const { idempotency_key: key } = cause
  if (key !== null && key.length > 255)
    throw invalidRequest('Idempotency keys may be at most 255 characters.')
  const id = `${account} ${key}`
  const asked = `${method} ${url}\n${body}`
  const kept = key === null ? undefined : store.get('kept_answer', id)
  if (kept && kept.created + keysLiveForMs > clock.now()) {
    if (kept.asked !== asked)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    reply.header('original-request', kept.request).header('idempotent-replayed', 'true')
    return kept
  }
  const answer = store.transaction(() => {
    const first = act()
    if (key !== null)
      store.put('kept_answer', { id, asked, created: clock.now(), request, ...first })
    return first
  })
  if (key !== null) reply.header('original-request', request)
  wake()
  return answer
}

/** Saves a failure. The provider, too, saves its failures and replays them until the key expires. */
export function keepFailure({ store }: Sandbox, request: string, status: number, body: string) {
  const [kept] = store.list('kept_answer', { where: one => one.request === request, limit: 1 })
  if (kept) store.put('kept_answer', { ...kept, status, body })
}

export const rateLimited = invalidRequest(
  'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  { code: 'rate_limit' },
  429,
)

const secretKeyRequired = invalidRequest(
  'This API call cannot be made with a publishable API key. Please use a secret API key.',
  { code: 'secret_key_required' },
  403,
)
