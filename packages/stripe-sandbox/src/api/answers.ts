import { type Account, markOf } from '../ids'
import type { Sandbox } from '../sandbox'
import type { Kind, Query, Records, Store } from '../store'
import { exclusive, invalidRequest, noSuch, notImplemented } from './errors'

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

/**
 * The list envelope: newest first, at most `limit` (which the API clamps), and whether there is
 * more. Paging goes towards what is older only.
 */
export function listPage<K extends Kind>(
  { sandbox: { store }, account, params }: ListCall,
  kind: K,
  query: Pick<Query<Records[K]>, 'scope'> = {},
) {
  const { starting_after: cursor, ending_before, created } = params
  if (cursor !== undefined && ending_before !== undefined)
    throw exclusive('starting_after', 'ending_before')
  if (ending_before !== undefined) throw notImplemented('ending_before')
  const limit = Math.min(Math.max(params.limit, 1), 100)
  if (cursor !== undefined && !store.get(kind, cursor))
    throw noSuch(kind, cursor, 'starting_after', 400)
  const mark = markOf(account)
  const found = store.list(kind, {
    ...query,
    ...rangeOf(created),
    mark,
    after: cursor,
    limit: limit + 1,
  })
  return {
    object: 'list',
    data: found.slice(0, limit),
    has_more: found.length > limit,
    url: `/v1/${kind}s`,
  }
}

function rangeOf(created: ListParams['created']): { from: number; to: number } {
  if (typeof created === 'number') return { from: created, to: created }
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = lt } = created ?? {}
  return { from: Math.max(gte, gt + 1), to: Math.min(lte, lt - 1) }
}

const expandable: Readonly<Record<string, Kind>> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_method: 'payment_method',
  payment_intent: 'payment_intent',
}

/** Puts whole objects in the place of their ids, as `expand` asks: `latest_charge`, `data.charge`. */
export function expandAnswer(body: unknown, expand: unknown, store: Store): unknown {
  const paths = Array.isArray(expand) ? expand.map(String) : []
  return paths.reduce((answer, path) => {
    const [, inList, name = ''] = /^(data\.)?(\w+)$/.exec(path) ?? []
    const kind = expandable[name]
    const withWhole = (object: unknown) => {
      const id = Object(object)[name]
      if (!kind || id === undefined)
        throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand')
      return { ...Object(object), [name]: store.get(kind, String(id)) ?? id }
    }
    const { data } = Object(answer)
    return inList && Array.isArray(data)
      ? { ...Object(answer), data: data.map(withWhole) }
      : withWhole(answer)
  }, body)
}
