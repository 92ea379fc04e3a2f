import { accountOf, marks } from '../ids'
import type { Kind, Records } from '../records'
import type { ApiCall } from './endpoint'
import { noSuch } from './errors'
import type { ListParams } from './parameters'

/**
 * Finds the object with this id, or throws if the caller's account has none. `name` is the API's spelling
 * of its kind.
 */
export function findOwn<K extends Kind>(
  { sandbox: { store }, account }: Pick<ApiCall<unknown>, 'sandbox' | 'account'>,
  kind: K,
  id: string,
  param = 'id',
  name: string = kind,
): Records[K] {
  const found = store.get(kind, id)
  if (!found || accountOf(id) !== account) throw noSuch(name, id, param)
  return found
}

/**
 * Builds the envelope of a list. It holds the newest objects first, at most `limit` of them, and says
 * whether there are more. The API clamps `limit`. The sandbox pages only to older objects.
 */
export function listPage<K extends Kind>(
  { sandbox: { store }, account, params }: ApiCall<ListParams>,
  kind: K,
  scope?: string | string[],
) {
  const { starting_after: after, created } = params
  if (after !== undefined && !store.get(kind, after))
    throw noSuch(kind, after, 'starting_after', 400)
  const limit = Math.min(Math.max(params.limit, 1), 100)
  const query = {
    scope,
    from: created?.gte,
    until: created?.lt,
    mark: marks[account],
    after,
    limit: limit + 1,
  }
  const found = store.list(kind, query)
  return {
    object: 'list',
    data: found.slice(0, limit),
    has_more: found.length > limit,
    url: `/v1/${kind}s`,
  }
}
