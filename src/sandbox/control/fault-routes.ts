import * as v from 'valibot'
import { faultActions } from '../faults/fault-rules'
import { queueActions, sendActions } from '../webhooks/webhook-rules'
import { Count, controlRoute, NothingGiven, told } from './control-route'

const NewFault = v.strictObject({
  action: v.picklist(faultActions),
  method: v.optional(v.string()),
  path: v.optional(v.string()),
  count: v.optional(v.nullable(Count), 1),
  skip: v.optional(Count),
  at: v.optional(v.picklist(['before', 'after'])),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
  ms: v.optional(Count),
})

const NewWebhookRule = v.strictObject({
  action: v.picklist([...queueActions, ...sendActions]),
  types: v.optional(v.array(v.string())),
  endpoint: v.optional(v.string()),
  count: v.optional(v.nullable(Count), 1),
  ms: v.optional(Count),
  copies: v.optional(Count),
  size: v.optional(Count),
})

/** Misfortunes: of the API's answers, and of the webhooks. `count: null` lasts until it is removed. */
export const faultRoutes = [
  controlRoute(
    'POST',
    '/_control/faults',
    'order a fault: {action: lose_answer|drop|status|delay|truncate, method?, path?, count?, skip?, at?, status?, ms?}',
    NewFault,
    ({ sandbox, given: { count, ...fault } }) =>
      told(sandbox.faults.add({ ...fault, ...(count !== null && { count }) })),
  ),
  controlRoute('GET', '/_control/faults', 'faults still to come', NothingGiven, ({ sandbox }) =>
    told(sandbox.faults.all()),
  ),
  controlRoute(
    'DELETE',
    '/_control/faults',
    'take all faults back',
    NothingGiven,
    ({ sandbox }) => {
      sandbox.faults.remove()
      return told({})
    },
  ),
  controlRoute('DELETE', '/_control/faults/:id', 'take one back', NothingGiven, call => {
    call.sandbox.faults.remove(call.id)
    return told({})
  }),
  controlRoute(
    'POST',
    '/_control/webhook_rules',
    'spoil deliveries: {action: delay|duplicate|withhold|reorder|bad_signature|stale_timestamp|future_timestamp|altered_body|lose_answer, types?, endpoint?, count?, ms?, copies?, size?}',
    NewWebhookRule,
    ({ sandbox, given: { count, ...rule } }) =>
      told(sandbox.webhookRules.add({ ...rule, ...(count !== null && { count }) })),
  ),
  controlRoute('GET', '/_control/webhook_rules', 'rules in force', NothingGiven, ({ sandbox }) =>
    told(sandbox.webhookRules.all()),
  ),
  controlRoute(
    'DELETE',
    '/_control/webhook_rules',
    'take all rules back',
    NothingGiven,
    ({ sandbox }) => {
      sandbox.webhookRules.remove()
      return told({})
    },
  ),
  controlRoute('DELETE', '/_control/webhook_rules/:id', 'take one back', NothingGiven, call => {
    call.sandbox.webhookRules.remove(call.id)
    return told({})
  }),
]
