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
