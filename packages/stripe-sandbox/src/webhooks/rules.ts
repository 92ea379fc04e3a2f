import * as v from 'valibot'
import { Count, everyRule, type RuleList } from '../rules'

/** Applied when an event is queued. */
const queueActions = ['delay', 'duplicate', 'withhold', 'reorder'] as const
/** Applied when a delivery is sent. */
const sendActions = ['bad_signature', 'stale_timestamp', 'altered_body', 'lose_answer'] as const

/** A way to spoil deliveries. Without `types` it means all of them. */
export const NewWebhookRule = v.strictObject({
  ...everyRule,
  action: v.picklist([...queueActions, ...sendActions]),
  types: v.optional(v.array(v.string())),
  /** delay: how long, in milliseconds. */
  ms: v.optional(Count, 1000),
  /** duplicate: how many copies besides the first. */
  copies: v.optional(Count, 1),
  /** reorder: how many are gathered before they leave in reverse. */
  size: v.optional(Count, 2),
})

export type WebhookRule = v.InferOutput<typeof NewWebhookRule> & { id: string }

/** The rule that a delivery meets as it is queued, or as it is sent. */
export function takeRule(
  { webhookRules }: { webhookRules: RuleList<WebhookRule> },
  when: 'queued' | 'sent',
  type: string,
): WebhookRule | undefined {
  const actions: readonly string[] = when === 'queued' ? queueActions : sendActions
  return webhookRules.take(
    ({ action, types }) => actions.includes(action) && (types?.includes(type) ?? true),
  )
}
