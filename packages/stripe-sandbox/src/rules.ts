import { randomText } from './ids'
import type { Store } from './store'

/** Something that goes wrong on purpose, so many times. */
interface Rule {
  id: string
  /** How many more it meets; absent: until it is removed. */
  count?: number | undefined
  /** How many it lets go by unharmed first. */
  skip?: number | undefined
}

export interface RuleList<R extends Rule> {
  all(): readonly R[]
  add(rule: Omit<R, 'id'>): { id: string }
  /** One of them, or all. */
  remove(id?: string): void
  /** The first rule that matches; its count goes down by one. */
  take(matches: (rule: R) => boolean): R | undefined
}

/** Rules are saved under this name and outlive a restart. */
export function loadRules<R extends Rule>(store: Store, name: string): RuleList<R> {
  let rules = (store.get('setting', name)?.value ?? []) as R[]
  const save = (changed: R[]) => {
    rules = changed
    store.put('setting', { id: name, value: rules })
  }
  const replace = (old: R, next: R[]) =>
    save(rules.flatMap(rule => (rule.id === old.id ? next : [rule])))

  return {
    all: () => rules,
    add: rule => {
      const added = { id: `rule_${randomText(8)}`, ...rule }
      save([...rules, added as R])
      return added
    },
    remove: id => save(id === undefined ? [] : rules.filter(rule => rule.id !== id)),
    take: matches => {
      for (const rule of rules) {
        if (!matches(rule)) continue
        if (rule.skip) {
          replace(rule, [{ ...rule, skip: rule.skip - 1 }])
          continue
        }
        if (rule.count === 1) replace(rule, [])
        else if (rule.count !== undefined) replace(rule, [{ ...rule, count: rule.count - 1 }])
        return rule
      }
      return undefined
    },
  }
}

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
