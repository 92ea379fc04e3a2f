import type { RuleList } from '../rules'

/** Applied when an event is queued. */
const queueActions = ['delay', 'duplicate', 'withhold', 'reorder'] as const
/** Applied when a delivery is sent. */
const sendActions = [
  'bad_signature',
  'stale_timestamp',
  'future_timestamp',
  'altered_body',
  'lose_answer',
] as const
export const webhookActions = [...queueActions, ...sendActions] as const

/** A way to spoil deliveries. Without `types` and `endpoint` it means all of them. */
export interface WebhookRule {
  id: string
  action: (typeof webhookActions)[number]
  types?: string[] | undefined
  endpoint?: string | undefined
  count?: number | undefined
  /** delay: how long; stale_timestamp, future_timestamp: how far off. Milliseconds. */
  ms?: number | undefined
  /** duplicate: how many copies besides the first. */
  copies?: number | undefined
  /** reorder: how many are gathered before they leave in reverse. */
  size?: number | undefined
}

export type WebhookRules = RuleList<WebhookRule>

/** The rule that a delivery meets as it is queued, or as it is sent. */
export function takeRule(
  rules: WebhookRules,
  when: 'queued' | 'sent',
  type: string,
  endpoint: string,
): WebhookRule | undefined {
  const actions: readonly string[] = when === 'queued' ? queueActions : sendActions
  return rules.take(
    rule =>
      actions.includes(rule.action) &&
      (rule.types?.includes(type) ?? true) &&
      (rule.endpoint ?? endpoint) === endpoint,
  )
}
