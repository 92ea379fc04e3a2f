import type { Command } from '@commander-js/extra-typings'
import { type Config, ConfigError } from '../server/config/read-config'
import { isStoreFailure } from '../server/db/failures'
import { StoreError } from '../server/db/open-store'
import type { Store } from '../server/db/store'

export interface Context {
  /** The environment and the settings file together. */
  readonly variables: Record<string, string | undefined>
  /** The content of the settings file. */
  readonly settingsFile: string
  /** The configuration is read on first use, which may throw ConfigError. */
  readonly config: Config
  /** Opens the configured store once, as its owner. It is neither created nor migrated. */
  openStore(): Promise<Store>
  now(): number
  /** All times are printed and typed in the temple's time zone. */
  readonly timeZone: string
  json: boolean
  /** Prints `data` with `--json`, otherwise the lines. */
  print(data: unknown, ...lines: string[]): void
  exitCode: number
}

export type AddCommand = (program: Command, context: Context) => void

export const exitCodes = {
  done: 0,
  failed: 1,
  notFound: 2,
  /** The doctor found warnings only, so everything works. */
  warning: 3,
  /** The rest are EX_USAGE, EX_SOFTWARE and EX_CONFIG of sysexits.h. */
  usage: 64,
  unexpected: 70,
  config: 78,
} as const

/** An expected failure, whose message says what to do. */
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

export function notFound(message: string): CommandError {
  return new CommandError(message, exitCodes.notFound)
}

export function explainFailure(error: unknown): { message: string; exitCode: number } {
  const { config, failed, unexpected } = exitCodes
  if (error instanceof CommandError) return error
  if (error instanceof ConfigError || error instanceof StoreError)
    return { message: error.message, exitCode: config }
  const name = formatError(error)
  if (/^(EACCES|EPERM): /.test(name)) {
    const message = `A file cannot be used (${name}): it must belong to the server’s user.\nRun chown -R svichka: /var/lib/svichka`
    return { message, exitCode: failed }
  }
  // PostgreSQL's own codes have five characters, such as that of a wrong password.
  const isStore = isStoreFailure(error) || /^[0-9A-Z]{5}: |CERT|SELF_SIGNED|SSL/.test(name)
  if (!isStore) return { message: `Unexpected error: ${name}`, exitCode: unexpected }
  const message = `The store cannot be used (${name}).\nCheck DATABASE_URL, or that DATA_DIR is writable and its disk is not full.`
  return { message, exitCode: failed }
}

/** Formats an error's code and first line, without the credentials of any URL in it. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return `${code}${error.message.split('\n')[0]?.replace(/\/\/[^/@\s]*@/g, '//…@') ?? ''}`
}
