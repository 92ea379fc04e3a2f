import * as v from 'valibot'
import { accountOf, markOf } from '../objects/new-id'
import { type Answer, invalidRequest, noSuch, ok } from './answer'
import type { ApiCall } from './endpoint'
import { listPage } from './list-page'
import { Flag, ListParameters, Text } from './parameters'

export const ListEventsParameters = v.strictObject({
  ...ListParameters,
  type: v.exactOptional(Text),
  types: v.exactOptional(v.pipe(v.array(Text), v.maxLength(20))),
  delivery_success: v.exactOptional(Flag),
})

/** GET /v1/events */
export function listEvents({
  sandbox: { store },
  params,
  account,
}: ApiCall<v.InferOutput<typeof ListEventsParameters>>): Answer {
  if (params.type !== undefined && params.types !== undefined)
    return invalidRequest('You may only specify one of these parameters: type, types.')
  const types = params.types ?? [params.type]
  return listPage(
    '/v1/events',
    'event',
    params,
    id => store.events.placeOf(id),
    window => {
      const nearestFirst = window.before ? 1 : -1
      return types
        .flatMap(type =>
          store.events.list(window, {
            type,
            delivered: params.delivery_success,
            mark: markOf(account),
          }),
        )
        .sort(
          ({ place: a }, { place: b }) => nearestFirst * (a.created - b.created || a.seq - b.seq),
        )
        .slice(0, window.limit)
        .map(({ event }) => event)
    },
  )
}

/** GET /v1/events/:id */
export function retrieveEvent({ sandbox, id, account }: ApiCall<unknown>): Answer {
  const event = sandbox.store.events.get(id)
  return event && accountOf(id) === account ? ok(event) : noSuch('event', id, 'id')
}
