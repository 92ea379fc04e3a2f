import { Command, CommanderError } from '@commander-js/extra-typings'
import { type Config, readConfig } from '../server/config/read-config'
import { describeStore, openExistingStore } from '../server/db/open-store'
import type { Store } from '../server/db/store'
import { addBackup } from './commands/backup'
import { addDoctor } from './commands/doctor'
import { addEmails, addResend } from './commands/emails'
import { addExport } from './commands/export'
import { addForget } from './commands/forget'
import { addCancel, addLit, addUnlight } from './commands/mark-orders'
import { addList, addOrders, addShow } from './commands/orders'
import { addRestore } from './commands/restore'
import { addTickets } from './commands/tickets'
import { type AddCommand, type Context, exitCodes, explainFailure } from './context'
import { escapeControls, writeJson } from './print'

/** In the order of the help. */
const commands: AddCommand[] = [
  ...[addOrders, addShow, addLit, addUnlight, addList, addCancel, addResend, addTickets],
  ...[addEmails, addExport, addForget, addDoctor, addBackup, addRestore],
]

const { done, failed, notFound, warning, usage, config } = exitCodes
const exitCodesHelp = `
Exit codes: ${done} done, ${failed} failed, ${notFound} not found, ${warning} warnings (doctor),
${usage} wrong usage, ${config} configuration or store.`

interface RunOptions {
  variables: Record<string, string | undefined>
  /** A relative DATA_DIR starts here; default: the current folder. */
  folder?: string
  now(): number
}

/** Runs one command line, such as `['lit', 'K7F3-9QXM']`. Never throws. */
export async function runOps(words: string[], options: RunOptions) {
  const context = createContext(options)
  try {
    const program = createProgram(context)
    await program.parseAsync(words.length === 0 ? ['help'] : words, { from: 'user' })
    if (!context.json) context.errors += await context.nameStore()
  } catch (error) {
    if (error instanceof CommanderError) context.exitCode = error.exitCode === 0 ? done : usage
    else {
      const { message, exitCode } = explainFailure(error)
      context.errors += message.split('\n').map(escapeControls).join('\n')
      context.exitCode = exitCode
    }
  } finally {
    await context.close()
  }
  const { output, errors, exitCode } = context
  return { output: output.trimEnd(), errors: errors.trimEnd(), exitCode }
}

function createProgram(context: OpenContext): Command {
  const program = new Command('svichka')
    .helpOption('--help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', exitCodesHelp)
    .exitOverride()
    .configureOutput({
      writeOut: text => {
        context.output += text
      },
      writeErr: text => {
        context.errors += text
      },
    })
    .hook('preAction', (_program, command) => {
      context.json = command.opts().json === true
    })
  for (const add of commands) add(program, context)
  for (const command of program.commands) command.option('--json', 'print JSON')
  return program
}

interface OpenContext extends Context {
  /** For standard output. */
  output: string
  /** For standard error. */
  errors: string
  /** An empty result may come from the wrong store. */
  nameStore(): Promise<string>
  close(): Promise<void>
}

function createContext({ variables, folder, now }: RunOptions): OpenContext {
  let config: Config | undefined
  let opening: Promise<Store> | undefined
  const findOpened = () => opening?.catch(() => null)
  const context: OpenContext = {
    get config() {
      config ??= readConfig(variables, folder)
      return config
    },
    openStore() {
      opening ??= openExistingStore(context.config)
      return opening
    },
    now,
    json: false,
    print(data, ...lines) {
      context.output += context.json ? writeJson(data) : lines.map(escapeControls).join('\n')
    },
    output: '',
    errors: '',
    exitCode: done,
    async nameStore() {
      return (await findOpened()) ? `Store: ${describeStore(context.config)}` : ''
    },
    async close() {
      await (await findOpened())?.close()
    },
  }
  return context
}
