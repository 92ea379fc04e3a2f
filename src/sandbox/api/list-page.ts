import type { Place, Window } from '../store/page'
import { type Answer, invalidRequest, noSuch, ok } from './answer'

interface ListParams {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number } | undefined
}

/** The list envelope: newest first, at most `limit`, with a word on whether there is more. */
export function listPage<T>(
  url: string,
  kind: string,
  params: ListParams,
  placeOf: (id: string) => Place | undefined,
  read: (window: Window) => T[],
): Answer {
  const { limit = 10, starting_after: after, ending_before: before } = params
  if (limit < 1 || limit > 100)
    return invalidRequest(
      `Invalid limit: must be between 1 and 100, got ${limit}.`,
      'parameter_invalid_integer',
      'limit',
    )
  const afterPlace = after === undefined ? undefined : placeOf(after)
  if (after !== undefined && !afterPlace) return noSuch(kind, after, 'starting_after')
  const beforePlace = before === undefined ? undefined : placeOf(before)
  if (before !== undefined && !beforePlace) return noSuch(kind, before, 'ending_before')

  const found = read({
    ...range(params.created),
    after: afterPlace,
    before: beforePlace,
    limit: limit + 1,
  })
  const data = found.slice(0, limit)
  return ok({
    object: 'list',
    data: beforePlace ? data.reverse() : data,
    has_more: found.length > limit,
    url,
  })
}

function range(created: ListParams['created']): { from: number; to: number } {
  if (typeof created === 'number') return { from: created, to: created }
  return {
    from: Math.max(created?.gte ?? 0, (created?.gt ?? -1) + 1),
    to: Math.min(
      created?.lte ?? Number.MAX_SAFE_INTEGER,
      (created?.lt ?? Number.MAX_SAFE_INTEGER) - 1,
    ),
  }
}
