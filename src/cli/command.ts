import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../server/config/config'
import type { Store } from '../server/db/store'

/** What a command works with. */
export interface Shop {
  config: Config
  store: Store
  now(): number
}

/** What a command found: lines for people, data for `--json`, and how it went. */
export interface Report {
  lines: string[]
  data: unknown
  exitCode: number
}

export const exitCodes = {
  done: 0,
  /** The command ran and found or met something wrong. */
  failed: 1,
  notFound: 2,
  /** EX_USAGE and EX_CONFIG of sysexits.h. */
  usage: 64,
  config: 78,
} as const

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | undefined>

export interface Command {
  word: string
  /** What stands after the word, such as `CODE`. */
  operands: string
  summary: string
  examples: string[]
  options: Options
  /** One line of help per option. */
  optionHelp: string[]
  run(shop: Shop, call: { operands: string[]; values: Values }): Promise<Report>
}

/** The command line was not understood; the message says what was expected. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export function report(lines: string[], data: unknown, exitCode: number = exitCodes.done): Report {
  return { lines, data, exitCode }
}
