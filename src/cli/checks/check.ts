import type { Shop } from '../command'

/** `worry`: it works, and somebody should look at it. `skipped`: it is not set up here. */
export type CheckState = 'ok' | 'worry' | 'fault' | 'skipped'

export interface Finding {
  state: CheckState
  /** What was found, in a sentence. */
  found: string
  /** What to do about it. */
  advice?: string
}

export interface Check {
  name: string
  run(shop: Shop): Promise<Finding[]>
}

export function ok(found: string): Finding {
  return { state: 'ok', found }
}

export function worry(found: string, advice: string): Finding {
  return { state: 'worry', found, advice }
}

export function fault(found: string, advice: string): Finding {
  return { state: 'fault', found, advice }
}

export function skipped(found: string): Finding {
  return { state: 'skipped', found }
}

/** An error as codes and its first line, without addresses or passwords of a configuration. */
export function nameError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return `${code}${error.message.split('\n')[0]?.replace(/\/\/[^@\s]*@/g, '//…@') ?? ''}`
}
