import { parseArgs } from 'node:util'
import type { Config } from '../server/config/config'
import { ConfigError, readConfig } from '../server/config/read-config'
import { isStoreFailure } from '../server/db/failures'
import { openStore } from '../server/db/store'
import { nameError } from './checks/check'
import { type Command, exitCodes, type Report, report, UsageError } from './command'
import { commands } from './commands'
import { writeHelp, writeHelpFor } from './help'
import { showSafely, writeJson } from './print/visible-text'

export interface Surroundings {
  variables: Record<string, string | undefined>
  now(): number
}

/** What the command line says, and the exit code it ends with. */
export interface Outcome {
  output: string
  exitCode: number
}

/** Runs one command line, such as `['lit', 'K7F3-9QXM']`. Expected failures become sentences. */
export async function runOps(words: string[], around: Surroundings): Promise<Outcome> {
  try {
    const { result, json } = await understand(words, around)
    const output = json ? writeJson(result.data) : result.lines.map(showSafely).join('\n')
    return { output, exitCode: result.exitCode }
  } catch (error) {
    if (error instanceof UsageError) return say(error.message, exitCodes.usage)
    if (error instanceof ConfigError) return say(error.message, exitCodes.config)
    if (isStoreFailure(error)) return say(describeStoreFailure(error), exitCodes.failed)
    throw error
  }
}

async function understand(words: string[], around: Surroundings) {
  const [word = 'help', ...rest] = words
  if (['help', '--help', '-h'].includes(word)) return { result: help(rest[0]), json: false }
  const command = findCommand(word)
  const { values, positionals } = parse(command, rest)
  if (values.help) return { result: report(writeHelpFor(command), null), json: false }
  const call = { operands: positionals, values: { ...values } }
  return { result: await runInShop(command, call, around), json: values.json === true }
}

async function runInShop(
  command: Command,
  call: Parameters<Command['run']>[1],
  { variables, now }: Surroundings,
): Promise<Report> {
  const config: Config = readConfig(variables)
  const store = await openStore(config)
  try {
    return await command.run({ config, store, now }, call)
  } finally {
    await store.close()
  }
}

function parse(command: Command, words: string[]) {
  try {
    return parseArgs({
      args: words,
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: command.operands !== '',
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${error.message}\nTry: npm run ops -- help ${command.word}`)
  }
}

function findCommand(word: string): Command {
  const command = commands.find(each => each.word === word)
  if (!command) throw new UsageError(`There is no word "${word}". Try: npm run ops -- help`)
  return command
}

function help(word: string | undefined): Report {
  return report(word === undefined ? writeHelp() : writeHelpFor(findCommand(word)), null)
}

function describeStoreFailure(error: unknown): string {
  return `The store cannot be used (${nameError(error)}).\nCheck DATABASE_URL, or that DATA_DIR can be written and its disk has room.`
}

function say(message: string, exitCode: number): Outcome {
  return { output: message.split('\n').map(showSafely).join('\n'), exitCode }
}
