import { accountOf, marks } from '../ids'
import type { Kind, Records } from '../records'
import type { ApiCall } from './endpoint'
import { noSuch } from './errors'
import type { ListParams } from './parameters'

/** The object with this id, if the caller's account has it. `name` as the API spells its kind. */
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
 * The list envelope: newest first, at most `limit` (which the API clamps), and whether there is
 * more. Pages go to older objects only.
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
