import type { Config } from '../server/config/read-config'
import type { Store } from '../server/db/store'
import type { Line, Text } from './print'

/** What a command works with. */
export interface Shop {
  config: Config
  /** The store that the configuration names, as it is: it is neither made nor migrated here. */
  openStore(): Promise<Store>
  now(): number
}

/** What a command found: lines for people, data for `--json`, and how it went. */
export interface Report {
  lines: Line[]
  data: unknown
  exitCode: number
}

export const exitCodes = {
  done: 0,
  /** The command ran and met something wrong. */
  failed: 1,
  notFound: 2,
  /** Only `doctor`: everything works, and something needs attention. */
  attention: 3,
  /** EX_USAGE, EX_SOFTWARE and EX_CONFIG of sysexits.h. */
  usage: 64,
  unexpected: 70,
  config: 78,
} as const

/** An option and what the help says of it. */
export interface Option extends Text {
  /** What stands after it, such as `FILE`; an option without a value is on or off. */
  value?: string
}

export interface Command {
  name: string
  /** What stands after the name, such as `CODE`, or `CODE...` where there may be several. */
  operands: string
  summary: Text
  examples: string[]
  options: Record<string, Option>
  run(shop: Shop, call: Call): Promise<Report>
}

export function report(data: unknown, ...lines: Line[]): Report {
  return { lines, data, exitCode: exitCodes.done }
}

/** An expected failure, in a sentence that says what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
  constructor(
    readonly text: Text,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(text.en)
  }
}

/** The command line was not understood; the text says what was expected. */
export function usageError(text: Text): CommandError {
  return new CommandError(text, exitCodes.usage)
}

export function noOrder(code: string): Text {
  return { en: `There is no order ${code}.`, uk: `Замовлення ${code} немає.` }
}

/** One command line, taken apart. Each reader refuses a value of the wrong kind in a sentence. */
export type Call = ReturnType<typeof readCall>

export function readCall(
  { name: command }: Command,
  operands: string[],
  values: Record<string, string | boolean | undefined>,
) {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const [code, ...moreCodes] = operands
  return {
    operands,
    /** The codes of the orders that are meant, one at least. */
    codes(): [string, ...string[]] {
      if (code) return [code, ...moreCodes]
      throw usageError({
        en: `${command} needs the code of an order, such as K7F3-9QXM.`,
        uk: `Для ${command} потрібен код замовлення, наприклад K7F3-9QXM.`,
      })
    },
    flag: (name: string) => values[name] === true,
    text,
    choice<T extends string>(name: string, choices: readonly T[]) {
      const value = text(name)
      const chosen = choices.find(choice => choice === value)
      if (value === undefined || chosen !== undefined) return chosen
      throw usageError({
        en: `--${name} must be one of: ${choices.join(', ')}.`,
        uk: `--${name} може бути: ${choices.join(', ')}.`,
      })
    },
    /** The start of a day, ms since 1970, in this machine's time zone. */
    day(name: string) {
      const value = text(name)
      if (value === undefined) return undefined
      const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00`) : Number.NaN
      if (!Number.isNaN(at)) return at
      throw usageError({
        en: `--${name} must be a date such as 2026-11-20.`,
        uk: `--${name} має бути датою, наприклад 2026-11-20.`,
      })
    },
    /** A whole number from 1 to 99999. */
    count(name: string) {
      const value = text(name)
      if (value === undefined) return undefined
      if (/^[1-9]\d{0,4}$/.test(value)) return Number(value)
      throw usageError({
        en: `--${name} must be a number from 1 to 99999.`,
        uk: `--${name} має бути числом від 1 до 99999.`,
      })
    },
  }
}
