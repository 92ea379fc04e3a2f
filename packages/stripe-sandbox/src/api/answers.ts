import { type Account, markOf } from '../ids'
import type { Sandbox } from '../sandbox'
import type { Kind, Query, Records, Store } from '../store'
import { invalidRequest, noSuch } from './errors'
import type { FormValue } from './form-body'

interface ListParams {
  limit: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

interface ListCall {
  sandbox: Sandbox
  account: Account
  params: ListParams
}

/** The list envelope: newest first, at most `limit`, and whether there is more. */
export function listPage<K extends Kind>(
  { sandbox: { store }, account, params }: ListCall,
  kind: K,
  query: Pick<Query<Records[K]>, 'scope' | 'where'> = {},
) {
  const { limit, starting_after, ending_before, created } = params
  if (limit < 1 || limit > 100)
    throw invalidRequest(
      `Invalid limit: must be between 1 and 100, got ${limit}.`,
      'parameter_invalid_integer',
      'limit',
    )
  const position = (param: string, id: string | undefined) => {
    const found = id === undefined ? undefined : store.position(kind, id)
    if (id !== undefined && !found) throw noSuch(kind, id, param)
    return found
  }
  const before = position('ending_before', ending_before)
  const found = store.list(kind, {
    ...query,
    ...rangeOf(created),
    mark: markOf(account),
    after: position('starting_after', starting_after),
    before,
    limit: limit + 1,
  })
  const data = found.slice(0, limit)
  return {
    object: 'list',
    data: before ? data.reverse() : data,
    has_more: found.length > limit,
    url: `/v1/${kind}s`,
  }
}

function rangeOf(created: ListParams['created']): { from: number; to: number } {
  if (typeof created === 'number') return { from: created, to: created }
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = lt } = created ?? {}
  return { from: Math.max(gte, gt + 1), to: Math.min(lte, lt - 1) }
}

const expandable = new Set(['latest_charge', 'payment_method', 'charge', 'payment_intent'])
const kinds: Readonly<Record<string, Kind>> = {
  pi: 'payment_intent',
  ch: 'charge',
  pm: 'payment_method',
}

/** Puts whole objects in the place of their ids, as `expand` asks: `latest_charge`, `data.charge`. */
export function expandAnswer(body: unknown, expand: FormValue | undefined, store: Store): unknown {
  if (!Array.isArray(expand)) return body
  return expand.map(String).reduce((answer, path) => {
    const expanded = expandPath(answer, path.split('.'), store)
    if (!expanded)
      throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand')
    return expanded.value
  }, body)
}

/** Undefined when the path names nothing that can be expanded. */
function expandPath(
  value: unknown,
  [step, ...rest]: string[],
  store: Store,
): { value: unknown } | undefined {
  if (step === undefined || !isRecord(value)) return { value }
  const found = value[step]
  if (Array.isArray(found)) {
    const items = found.map(item => expandPath(item, rest, store))
    return items.includes(undefined)
      ? undefined
      : { value: { ...value, [step]: items.map(item => item?.value) } }
  }
  if (!expandable.has(step) || found === undefined) return undefined
  const kind = typeof found === 'string' ? kinds[found.slice(0, 2)] : undefined
  const whole = kind ? store.get(kind, String(found)) : found
  const deeper = expandPath(whole ?? null, rest, store)
  return deeper && { value: { ...value, [step]: deeper.value } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
