import * as v from 'valibot'
import { listPage } from './answers'
import type { RegisterEndpoint } from './endpoint'
import { invalidRequest } from './errors'
import { Flag, listEntries, Text } from './parameters'

const ListEvents = v.strictObject({
  ...listEntries,
  type: v.exactOptional(Text),
  types: v.exactOptional(v.pipe(v.array(Text), v.maxLength(20))),
  delivery_success: v.exactOptional(Flag),
})

/** The event list, from which missed webhooks are made up for. */
export function eventRoutes(register: RegisterEndpoint): void {
  register('GET /events', ListEvents, call => {
    const { type, types, delivery_success: delivered } = call.params
    if (type !== undefined && types !== undefined)
      throw invalidRequest('You may only specify one of these parameters: type, types.')
    return listPage(call, 'event', {
      scope: types ?? type,
      ...(delivered !== undefined && {
        where: event => (event.pending_webhooks === 0) === delivered,
      }),
    })
  })
}
