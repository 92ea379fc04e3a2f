import { randomText } from '../objects/new-id'
import type { NoteRows } from '../store/note-rows'

/** Acts when an event is put in the queue. */
export const queueActions = ['delay', 'duplicate', 'withhold', 'reorder'] as const
/** Acts when a delivery is sent. */
export const sendActions = [
  'bad_signature',
  'stale_timestamp',
  'future_timestamp',
  'altered_body',
  'lose_answer',
] as const

export type WebhookAction = (typeof queueActions)[number] | (typeof sendActions)[number]

/** A way to spoil deliveries. Without `types` and `endpoint` it means all of them. */
export interface WebhookRule {
  id: string
  action: WebhookAction
  types?: string[] | undefined
  endpoint?: string | undefined
  /** How many deliveries it still meets; absent: until it is removed. */
  count?: number | undefined
  /** delay: how long; stale_timestamp, future_timestamp: how far off. Milliseconds. */
  ms?: number | undefined
  /** duplicate: how many copies besides the first. */
  copies?: number | undefined
  /** reorder: how many are gathered before they leave in reverse. */
  size?: number | undefined
}

export interface WebhookRules {
  all(): readonly WebhookRule[]
  add(rule: Omit<WebhookRule, 'id'>): WebhookRule
  remove(id?: string): void
  /** The first rule that meets this delivery with one of the actions; its count goes down by one. */
  take<A extends WebhookAction>(
    actions: readonly A[],
    type: string,
    endpoint: string,
  ): (WebhookRule & { action: A }) | undefined
}

const note = 'webhook rules'

/** Rules outlive a restart, as the queue does. */
export function webhookRuleList(notes: NoteRows): WebhookRules {
  let rules = notes.read<WebhookRule[]>(note, [])

  const keep = (changed: WebhookRule[]) => {
    rules = changed
    notes.write(note, rules)
  }
  const countDown = (met: WebhookRule) => {
    if (met.count === undefined) return
    const left = met.count - 1
    keep(
      rules.flatMap(rule =>
        rule.id !== met.id ? [rule] : left > 0 ? [{ ...rule, count: left }] : [],
      ),
    )
  }

  return {
    all: () => rules,
    add: rule => {
      const added = { id: `rule_${randomText(8)}`, ...rule }
      keep([...rules, added])
      return added
    },
    remove: id => keep(id === undefined ? [] : rules.filter(rule => rule.id !== id)),
    take: (actions, type, endpoint) => {
      const met = rules.find(
        (rule): rule is WebhookRule & { action: (typeof actions)[number] } =>
          actions.some(action => action === rule.action) &&
          (rule.types === undefined || rule.types.includes(type)) &&
          (rule.endpoint === undefined || rule.endpoint === endpoint),
      )
      if (met) countDown(met)
      return met
    },
  }
}
