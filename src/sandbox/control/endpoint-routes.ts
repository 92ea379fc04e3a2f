import * as v from 'valibot'
import { randomText } from '../objects/new-id'
import { fixedWebhookSecret } from '../webhooks/endpoints'
import { Count, controlRoute, NothingGiven, problem, told } from './control-route'

const NewEndpoint = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  secret: v.optional(v.string(), fixedWebhookSecret),
  enabled_events: v.optional(v.array(v.string()), ['*']),
  account: v.optional(v.picklist(['sandbox', 'other']), 'sandbox'),
})

const ChangedEndpoint = v.strictObject({
  url: v.exactOptional(v.pipe(v.string(), v.url())),
  enabled_events: v.exactOptional(v.array(v.string())),
})

const Roll = v.strictObject({
  secret: v.optional(v.string()),
  keep_old_ms: v.optional(Count, 24 * 3_600_000),
})

/** Who is told of events. */
export const endpointRoutes = [
  controlRoute(
    'GET',
    '/_control/webhook_endpoints',
    'who is told, with the secrets',
    NothingGiven,
    ({ sandbox }) => told(sandbox.endpoints.all()),
  ),
  controlRoute(
    'POST',
    '/_control/webhook_endpoints',
    'tell one more: {url, secret?, enabled_events?, account?: sandbox|other}',
    NewEndpoint,
    ({ sandbox, given: { enabled_events: enabledEvents, ...given } }) =>
      told(sandbox.endpoints.add({ ...given, enabledEvents, fromEnvironment: false })),
  ),
  controlRoute(
    'POST',
    '/_control/webhook_endpoints/:id',
    'change one: {url?, enabled_events?}',
    ChangedEndpoint,
    ({ sandbox, id, given: { enabled_events: enabledEvents, ...rest } }) => {
      const changed = sandbox.endpoints.change(id, {
        ...rest,
        ...(enabledEvents && { enabledEvents }),
      })
      return changed ? told(changed) : problem(`There is no endpoint ${id}.`, 404)
    },
  ),
  controlRoute(
    'POST',
    '/_control/webhook_endpoints/:id/roll',
    'a new signing secret: {secret?, keep_old_ms?}; until then both sign',
    Roll,
    ({ sandbox, id, given }) => {
      const known = sandbox.endpoints.get(id)
      if (!known) return problem(`There is no endpoint ${id}.`, 404)
      const until = sandbox.clock.now() + given.keep_old_ms
      return told(
        sandbox.endpoints.change(id, {
          secret: given.secret ?? `whsec_${randomText(24)}`,
          oldSecret: { secret: known.secret, until },
        }),
      )
    },
  ),
  controlRoute(
    'DELETE',
    '/_control/webhook_endpoints/:id',
    'tell one no more',
    NothingGiven,
    ({ sandbox, id }) =>
      sandbox.endpoints.remove(id) ? told({}) : problem(`There is no endpoint ${id}.`, 404),
  ),
]
