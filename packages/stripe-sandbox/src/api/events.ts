import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Sandbox } from '../sandbox'
import { registerEndpoint } from './endpoint'
import { invalidRequest } from './errors'
import { listPage } from './list'
import { Flag, listEntries, Text } from './parameters'

const ListEvents = v.strictObject({
  ...listEntries,
  type: v.exactOptional(Text),
  types: v.exactOptional(v.pipe(v.array(Text), v.maxLength(20))),
  delivery_success: v.exactOptional(Flag),
})

/** The event list, from which missed webhooks are made up for. */
export function eventRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  registerEndpoint(app, sandbox, { method: 'GET', url: '/events', schema: ListEvents }, call => {
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
