import { markOf } from '../ids'
import type { Kind, Query, Records } from '../store'
import type { ApiCall } from './endpoint'
import { invalidRequest, noSuch } from './errors'

interface ListParams {
  limit: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

/** The list envelope: newest first, at most `limit`, and whether there is more. */
export function listPage<K extends Kind>(
  { sandbox: { store }, account, params }: ApiCall<ListParams>,
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
