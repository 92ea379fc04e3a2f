import { randomText } from '../objects/new-id'
import type { NoteRows } from '../store/note-rows'

export const faultActions = ['lose_answer', 'drop', 'status', 'delay', 'truncate'] as const

/**
 * A misfortune for requests that match. `drop` happens before anything is done; `lose_answer` and
 * `truncate` after all is done and saved; `status` and `delay` before, unless `at` says after.
 */
export interface Fault {
  id: string
  action: (typeof faultActions)[number]
  /** GET, POST, …; absent: any. */
  method?: string | undefined
  /** The path with `*` for anything but a slash and `**` for anything at all; absent: any. */
  path?: string | undefined
  /** How many requests it still meets; absent: until it is removed. */
  count?: number | undefined
  /** How many matching requests go by unharmed first. */
  skip?: number | undefined
  at?: 'before' | 'after' | undefined
  status?: number | undefined
  ms?: number | undefined
}

export interface FaultRules {
  all(): readonly Fault[]
  add(fault: Omit<Fault, 'id'>): Fault
  remove(id?: string): void
  /** The first fault that meets this request; its count goes down by one. */
  take(method: string, path: string): Fault | undefined
}

const note = 'faults'

/** Faults outlive a restart of the sandbox. */
export function faultRuleList(notes: NoteRows): FaultRules {
  let faults = notes.read<Fault[]>(note, [])

  const keep = (changed: Fault[]) => {
    faults = changed
    notes.write(note, faults)
  }
  const change = (id: string, next: Fault | undefined) =>
    keep(faults.flatMap(fault => (fault.id !== id ? [fault] : next ? [next] : [])))

  return {
    all: () => faults,
    add: fault => {
      const added = { id: `fault_${randomText(8)}`, ...fault }
      keep([...faults, added])
      return added
    },
    remove: id => keep(id === undefined ? [] : faults.filter(fault => fault.id !== id)),
    take: (method, path) => {
      for (const fault of faults) {
        if (!meets(fault, method, path)) continue
        if (fault.skip) {
          change(fault.id, { ...fault, skip: fault.skip - 1 })
          continue
        }
        if (fault.count !== undefined) {
          const left = fault.count - 1
          change(fault.id, left > 0 ? { ...fault, count: left } : undefined)
        }
        return fault
      }
      return undefined
    },
  }
}

function meets(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false
  return fault.path === undefined || patternOf(fault.path).test(path)
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\*\*|\*/g, star => (star === '*' ? '[^/]*' : '.*'))}$`)
}
