import { Command, CommanderError } from '@commander-js/extra-typings'
import { type Config, readConfig } from '../server/config/read-config'
import { describeStore, openExistingStore } from '../server/db/open-store'
import type { Store } from '../server/db/store'
import { addBackup } from './commands/backup'
import { addDoctor } from './commands/doctor'
import { addEmails } from './commands/emails'
import { addExport } from './commands/export'
import { addForget } from './commands/forget'
import { addList } from './commands/list'
import { addCancel, addLit, addUnlight } from './commands/mark-orders'
import { addOrders } from './commands/orders'
import { addResend } from './commands/resend'
import { addRestore } from './commands/restore'
import { addShow } from './commands/show'
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

interface Surroundings {
  variables: Record<string, string | undefined>
  /** A relative DATA_DIR starts here; default: the current folder. */
  folder?: string
  now(): number
}

/** For standard output and standard error. */
interface Printed {
  output: string
  errors: string
}

interface Outcome extends Printed {
  exitCode: number
}

/** Runs one command line, such as `['lit', 'K7F3-9QXM']`. Never throws. */
export async function runOps(words: string[], around: Surroundings): Promise<Outcome> {
  const printed: Printed = { output: '', errors: '' }
  const context = createContext(around, printed)
  const program = createProgram(context, printed)
  let { exitCode } = context
  try {
    await program.parseAsync(words.length === 0 ? ['help'] : words, { from: 'user' })
    exitCode = context.exitCode
    if (!context.json) printed.errors += await context.nameStore()
  } catch (error) {
    if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? done : usage
    else {
      const { message, exitCode: code } = explainFailure(error)
      printed.errors += message.split('\n').map(escapeControls).join('\n')
      exitCode = code
    }
  } finally {
    await context.close()
  }
  return { output: printed.output.trimEnd(), errors: printed.errors.trimEnd(), exitCode }
}

function createProgram(context: Context, printed: Printed): Command {
  const program = new Command('svichka')
    .helpOption('--help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', exitCodesHelp)
    .exitOverride()
    .configureOutput({
      writeOut: text => {
        printed.output += text
      },
      writeErr: text => {
        printed.errors += text
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
  /** For standard error: an empty result may come from the wrong store. */
  nameStore(): Promise<string>
  close(): Promise<void>
}

function createContext({ variables, folder, now }: Surroundings, printed: Printed): OpenContext {
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
      printed.output += context.json ? writeJson(data) : lines.map(escapeControls).join('\n')
    },
    exitCode: exitCodes.done,
    async nameStore() {
      return (await findOpened()) ? `Store: ${describeStore(context.config)}` : ''
    },
    async close() {
      await (await findOpened())?.close()
    },
  }
  return context
}
