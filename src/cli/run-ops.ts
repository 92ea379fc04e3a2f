import { Command, CommanderError } from '@commander-js/extra-typings'
import { type Config, readConfig } from '../server/config/read-config'
import { openExistingStore } from '../server/db/open-store'
import type { Store } from '../server/db/store'
import { becomeOwner } from './become-owner'
import { addBackup, addRestore } from './commands/backup'
import { addComplete } from './commands/complete'
import { addConfig } from './commands/config'
import { addDismiss } from './commands/dismiss'
import { addDoctor } from './commands/doctor'
import { addEmails, addResend } from './commands/emails'
import { addExport } from './commands/export'
import { addForget } from './commands/forget'
import { addLinks } from './commands/links'
import { addMigrate } from './commands/migrate'
import { addList, addOrders } from './commands/orders'
import { addRestart } from './commands/restart'
import { addShow } from './commands/show'
import { type AddCommand, type Context, exitCodes, explainFailure } from './context'
import { escapeControls, formatJson } from './print'

/** The commands in the order of the help. */
const commands: AddCommand[] = [
  ...[addOrders, addShow, addList, addDismiss, addResend, addComplete],
  ...[addEmails, addExport, addForget, addDoctor, addConfig, addRestart, addBackup, addRestore],
]
const rareCommands: AddCommand[] = [addLinks, addMigrate]

const { done, failed, notFound, warning, usage, config } = exitCodes
const exitCodesHelp = `
Exit codes: ${done} done, ${failed} failed, ${notFound} not found, ${warning} warnings (doctor),
${usage} wrong usage, ${config} configuration or store.`

interface RunOptions {
  variables: Record<string, string | undefined>
  settingsFile?: string
  /** A relative DATA_DIR starts at this folder, by default the current one. */
  folder?: string
  now(): number
}

/** Runs one command line, such as `['show', 'K7F3-9QXM']`. Never throws. */
export async function runOps(
  args: string[],
  { variables, settingsFile = '', folder, now }: RunOptions,
) {
  const written = { output: '', errors: '' }
  let read: Config | undefined
  let opening: Promise<Store> | undefined
  const context: Context = {
    variables,
    settingsFile,
    get config() {
      read ??= readConfig(variables, folder)
      return read
    },
    async openStore() {
      becomeOwner(context.config.dataDir)
      opening ??= openExistingStore(context.config)
      return opening
    },
    now,
    get timeZone() {
      return context.config.mail.digest.timeZone
    },
    json: false,
    print(data, ...lines) {
      written.output += context.json ? formatJson(data) : lines.map(escapeControls).join('\n')
    },
    exitCode: done,
  }
  try {
    const program = createProgram(context, written)
    await program.parseAsync(args.length === 0 ? ['help'] : args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) context.exitCode = error.exitCode === 0 ? done : usage
    else {
      const { message, exitCode } = explainFailure(error)
      written.errors += message.split('\n').map(escapeControls).join('\n')
      context.exitCode = exitCode
    }
  } finally {
    const store = await opening?.catch(() => null)
    await store?.close()
  }
  const { output, errors } = written
  return { output: output.trimEnd(), errors: errors.trimEnd(), exitCode: context.exitCode }
}

function createProgram(context: Context, written: { output: string; errors: string }): Command {
  const program = new Command('svichka')
    .helpOption('--help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', exitCodesHelp)
    .exitOverride()
    .configureOutput({
      writeOut: text => {
        written.output += text
      },
      writeErr: text => {
        written.errors += text
      },
    })
    .hook('preAction', (_program, command) => {
      context.json = command.opts().json === true
    })
  for (const add of commands) add(program, context)
  program.commandsGroup('Rarely:')
  for (const add of rareCommands) add(program, context)
  for (const command of program.commands) command.option('--json', 'print JSON')
  return program
}
