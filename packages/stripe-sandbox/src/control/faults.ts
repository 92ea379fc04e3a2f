import * as v from 'valibot'
import { faultActions } from '../faults'
import { webhookActions } from '../rules'
import type { Sandbox } from '../sandbox'
import { Count, Nothing, type RegisterControl } from './route'

const EveryRule = {
  /** null: until it is removed. */
  count: v.optional(v.nullable(Count), 1),
  ms: v.optional(Count),
}

const NewFault = v.strictObject({
  ...EveryRule,
  action: v.picklist(faultActions),
  method: v.optional(v.string()),
  path: v.optional(v.string()),
  skip: v.optional(Count),
  at: v.optional(v.picklist(['before', 'after'])),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
})

const NewWebhookRule = v.strictObject({
  ...EveryRule,
  action: v.picklist(webhookActions),
  types: v.optional(v.array(v.string())),
  endpoint: v.optional(v.string()),
  copies: v.optional(Count),
  size: v.optional(Count),
})

/** Faults of the API's answers, and of the webhooks. */
export function faultRoutes(register: RegisterControl): void {
  register(
    'POST /faults',
    `add a fault: {action: ${faultActions.join('|')}, method?, path?, count?, skip?, at?, status?, ms?}`,
    NewFault,
    ({ sandbox, given: { count, ...fault } }) =>
      sandbox.faults.add({ ...fault, count: count ?? undefined }),
  )
  register(
    'POST /webhook_rules',
    `spoil deliveries: {action: ${webhookActions.join('|')}, types?, endpoint?, count?, ms?, copies?, size?}`,
    NewWebhookRule,
    ({ sandbox, given: { count, ...rule } }) =>
      sandbox.webhookRules.add({ ...rule, count: count ?? undefined }),
  )
  const lists = [
    ['faults', ({ faults }: Sandbox) => faults],
    ['webhook_rules', ({ webhookRules }: Sandbox) => webhookRules],
  ] as const
  for (const [name, listOf] of lists) {
    register(`GET /${name}`, 'what is in force', Nothing, ({ sandbox }) => listOf(sandbox).all())
    register(`DELETE /${name}`, 'remove all', Nothing, ({ sandbox }) => {
      listOf(sandbox).remove()
      return {}
    })
    register(`DELETE /${name}/:id`, 'remove one', Nothing, ({ sandbox, id }) => {
      listOf(sandbox).remove(id)
      return {}
    })
  }
}
