import type { Command } from '@commander-js/extra-typings'
import type { Config } from '../server/config/read-config'
import type { Store } from '../server/db/store'

/** What the commands work with. */
export interface Shop {
  /** Read on first use. Throws ConfigError. */
  readonly config: Config
  /** The configured store, opened once. It is neither created nor migrated. */
  openStore(): Promise<Store>
  now(): number
  /** Whether the output is for other programs. */
  json: boolean
  /** Prints the data with `--json`, else the lines. */
  print(data: unknown, ...lines: string[]): void
  exitCode: number
}

/** Adds one command to the program. */
export type AddCommand = (program: Command, shop: Shop) => void

export const exitCodes = {
  done: 0,
  /** The command ran and found or met a failure. */
  failed: 1,
  notFound: 2,
  /** Only `doctor`: everything works, with warnings. */
  warning: 3,
  /** EX_USAGE, EX_SOFTWARE and EX_CONFIG of sysexits.h. */
  usage: 64,
  unexpected: 70,
  config: 78,
} as const

/** An expected failure; the message says what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message)
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(message, exitCodes.usage)
}

export function noOrder(code: string): CommandError {
  return new CommandError(`There is no order ${code}.`, exitCodes.notFound)
}
