import { parseArgs } from 'node:util'
import { readConfig } from '../server/config/read-config'
import { describeStore, openExistingStore } from '../server/db/open-store'
import type { Store } from '../server/db/store'
import { type Call, type Command, exitCodes, readCall, usageError } from './command'
import { commands, writeHelp, writeHelpFor } from './commands'
import { explainFailure } from './explain-failure'
import { type CliLanguage, readLanguage, writeJson, writeLines } from './print'

export interface Surroundings {
  variables: Record<string, string | undefined>
  /** Where a relative DATA_DIR begins: the program's folder, wherever the command is typed. */
  folder?: string
  now(): number
}

/** What goes to standard output and standard error, and the exit code. */
export interface Outcome {
  output: string
  errors: string
  exitCode: number
}

/** Runs one command line, such as `['lit', 'K7F3-9QXM']`. Every failure becomes a sentence. */
export async function runOps(words: string[], around: Surroundings): Promise<Outcome> {
  const language = readLanguage(around.variables)
  try {
    const [name = 'help', ...rest] = words
    if (['help', '--help', '-h'].includes(name)) return help(rest[0], language)
    const command = findCommand(name)
    const call = parse(command, rest)
    if (call.flag('help')) return help(name, language)
    return await run(command, call, around, language)
  } catch (error) {
    const { text, exitCode } = explainFailure(error)
    return { output: '', errors: writeLines([text], language), exitCode }
  }
}

async function run(
  command: Command,
  call: Call,
  { variables, folder, now }: Surroundings,
  language: CliLanguage,
): Promise<Outcome> {
  const config = readConfig(variables, folder)
  let opening: Promise<Store> | undefined
  const openStore = () => {
    opening ??= openExistingStore(config)
    return opening
  }
  const findOpened = () => opening?.catch(() => null)
  try {
    const { lines, data, exitCode } = await command.run({ config, openStore, now }, call)
    if (call.flag('json')) return { output: writeJson(data), errors: '', exitCode }
    // The message names the store: a second one by mistake looks like an empty one.
    const place = (await findOpened()) && describeStore(config)
    const note = { en: `Store: ${place}`, uk: `Сховище: ${place}` }
    const errors = place ? writeLines([note], language) : ''
    return { output: writeLines(lines, language), errors, exitCode }
  } finally {
    await (await findOpened())?.close()
  }
}

function help(name: string | undefined, language: CliLanguage): Outcome {
  const lines = name ? writeHelpFor(findCommand(name), language) : writeHelp(language)
  return { output: lines.join('\n'), errors: '', exitCode: exitCodes.done }
}

function parse(command: Command, words: string[]): Call {
  const own = Object.entries(command.options).map(
    ([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  const common = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const options = { ...Object.fromEntries(own), ...common }
  // There are no short options, and the id of an email may begin with a hyphen.
  const isOperand = (word: string) => /^-[^-]/.test(word)
  const operands = words.filter(isOperand)
  const others = words.filter(word => !isOperand(word))
  const args = operands.length === 0 ? words : [...others, '--', ...operands]
  try {
    const { positionals, values } = parseArgs({
      args,
      options,
      allowPositionals: command.operands !== '',
    })
    // As parseArgs does where there may be none.
    const [, extra] = positionals
    if (extra !== undefined && !command.operands.includes('...'))
      throw new TypeError(`Unexpected argument '${extra}'`)
    return readCall(command, positionals, values)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw usageError({
      en: `${error.message}\nTry: svichka help ${command.name}`,
      uk: `Команду не зрозуміло: ${error.message}\nПідказка: svichka help ${command.name}`,
    })
  }
}

function findCommand(name: string): Command {
  const command = commands.find(each => each.name === name)
  if (command) return command
  throw usageError({
    en: `Unknown command "${name}". Try: svichka help`,
    uk: `Невідома команда «${name}». Підказка: svichka help`,
  })
}
