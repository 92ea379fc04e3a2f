import * as v from 'valibot'
import { randomText } from './ids'
import type { Store } from './store'

export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A rule applies `count` times, by default once. With null it applies until it is removed. */
const common = { count: v.optional(v.nullable(Count), 1) }

/**
 * A fault for matching requests. `drop` closes the connection before any work, and `lose_answer` once the
 * work is saved. `status` and `delay` come before the work, unless `at` is `after`. A delay of null ms lasts
 * until the faults are removed. A status of 500 or more after the work is saved under the idempotency key,
 * with a header against retries, as in the real API.
 */
export const NewFault = v.strictObject({
  ...common,
  action: v.picklist(['lose_answer', 'drop', 'status', 'delay']),
  /** GET, POST and so on. Without it any method matches. */
  method: v.optional(v.string()),
  /** In the path `*` matches any text without a slash, and `**` any text. */
  path: v.optional(v.string(), '**'),
  at: v.optional(v.picklist(['before', 'after']), 'before'),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 500),
  ms: v.optional(v.nullable(Count), 1000),
})

export type Fault = v.InferOutput<typeof NewFault> & { id: string }

interface Rule {
  id: string
  count: number | null
}

export type RuleList<R extends Rule> = ReturnType<typeof loadRules<R>>

/** Loads the rules that are saved under this name, so they outlive a restart. */
export function loadRules<R extends Rule>(store: Store, name: string) {
  const { get, set } = store.setting<R[]>(name, [])
  let timesCleared = 0
  return {
    all: get,
    add(rule: Omit<R, 'id'>): { id: string } {
      const added = { id: `rule_${randomText(8)}`, ...rule }
      set([...get(), added as R])
      return added
    },
    clear() {
      timesCleared += 1
      set([])
    },
    timesCleared: () => timesCleared,
    /** Returns the first rule that matches, and lowers its count by one. */
    take(matches: (rule: R) => boolean): R | undefined {
      const found = get().find(matches)
      if (found && found.count !== null) {
        const left = { ...found, count: found.count - 1 }
        set(get().flatMap(rule => (rule !== found ? rule : left.count > 0 ? left : [])))
      }
      return found
    },
  }
}

const queueActions = ['duplicate', 'withhold', 'reorder'] as const
const sendActions = ['bad_signature', 'stale_timestamp', 'altered_body', 'lose_answer'] as const

/** `reorder` collects two deliveries and sends the later one first. */
export const NewWebhookRule = v.strictObject({
  ...common,
  action: v.picklist([...queueActions, ...sendActions]),
})

export type WebhookRule = v.InferOutput<typeof NewWebhookRule> & { id: string }

/** Returns the rule for a delivery that is being queued, or sent, and lowers its count. */
export function takeRule(
  { webhookRules }: { webhookRules: RuleList<WebhookRule> },
  when: 'queued' | 'sent',
): WebhookRule['action'] | undefined {
  const actions: readonly string[] = when === 'queued' ? queueActions : sendActions
  return webhookRules.take(({ action }) => actions.includes(action))?.action
}
