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
import { showSafely, writeJson } from './print'
import { type AddCommand, exitCodes, explainFailure, type Shop } from './shop'

/** In the order of the help. */
const commands: AddCommand[] = [
  ...[addOrders, addShow, addLit, addUnlight, addList, addCancel, addResend, addTickets],
  ...[addEmails, addExport, addForget, addDoctor, addBackup, addRestore],
]

const { done, failed, notFound, usage, config } = exitCodes
const exitCodesHelp = `
Exit codes: ${done} done, ${failed} failed, ${notFound} not found, ${usage} not understood, ${config} configuration or store.`

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
  const shop = createShop(around, printed)
  const program = createProgram(shop, printed)
  let { exitCode } = shop
  try {
    await program.parseAsync(words.length === 0 ? ['help'] : words, { from: 'user' })
    exitCode = shop.exitCode
    if (!shop.json) printed.errors += await shop.nameStore()
  } catch (error) {
    if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? done : usage
    else {
      const { message, exitCode: code } = explainFailure(error)
      printed.errors += message.split('\n').map(showSafely).join('\n')
      exitCode = code
    }
  } finally {
    await shop.close()
  }
  return { output: printed.output.trimEnd(), errors: printed.errors.trimEnd(), exitCode }
}

function createProgram(shop: Shop, printed: Printed): Command {
  const program = new Command('svichka')
    .helpOption('--help', 'explain a command')
    .helpCommand('help [command]', 'explain a command')
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
      shop.json = command.opts().json === true
    })
  for (const add of commands) add(program, shop)
  for (const command of program.commands) command.option('--json', 'print data for other programs')
  return program
}

interface OpenShop extends Shop {
  /** Which store was opened: two look alike when one is empty by mistake. */
  nameStore(): Promise<string>
  close(): Promise<void>
}

function createShop({ variables, folder, now }: Surroundings, printed: Printed): OpenShop {
  let config: Config | undefined
  let opening: Promise<Store> | undefined
  const findOpened = () => opening?.catch(() => null)
  const shop: OpenShop = {
    get config() {
      config ??= readConfig(variables, folder)
      return config
    },
    openStore() {
      opening ??= openExistingStore(shop.config)
      return opening
    },
    now,
    json: false,
    print(data, ...lines) {
      printed.output += shop.json ? writeJson(data) : lines.map(showSafely).join('\n')
    },
    exitCode: exitCodes.done,
    async nameStore() {
      return (await findOpened()) ? `Store: ${describeStore(shop.config)}` : ''
    },
    async close() {
      await (await findOpened())?.close()
    },
  }
  return shop
}
