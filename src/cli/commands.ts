import { type Command, exitCodes } from './command'
import { backupCommand } from './commands/backup'
import { doctorCommand } from './commands/doctor'
import { emailsCommand } from './commands/emails'
import { exportCommand } from './commands/export'
import { forgetCommand } from './commands/forget'
import { listCommand } from './commands/list'
import { cancelCommand, litCommand, unlightCommand } from './commands/mark-orders'
import { moveCommand } from './commands/move'
import { ordersCommand } from './commands/orders'
import { resendCommand } from './commands/resend'
import { restoreCommand } from './commands/restore'
import { showCommand } from './commands/show'
import { ticketsCommand } from './commands/tickets'
import type { CliLanguage } from './print'

/** Every command, in the order of the help. */
export const commands: Command[] = [
  ordersCommand,
  showCommand,
  litCommand,
  unlightCommand,
  listCommand,
  cancelCommand,
  resendCommand,
  ticketsCommand,
  emailsCommand,
  exportCommand,
  forgetCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
]

const { done, failed, notFound, usage, config } = exitCodes

const words = {
  en: {
    usage: 'Usage: svichka',
    any: 'COMMAND [OPTIONS]',
    more: 'svichka help COMMAND explains one command.',
    everywhere: 'Every command accepts --json (for other programs) and --help.',
    codes: `Exit codes: ${done} done, ${failed} something is wrong, ${notFound} not found, ${usage} not understood, ${config} configuration or store.`,
    json: 'for other programs',
    examples: 'Examples',
  },
  uk: {
    usage: 'Використання: svichka',
    any: 'КОМАНДА [ПАРАМЕТРИ]',
    more: 'svichka help КОМАНДА розповість більше.',
    everywhere: 'Кожна команда приймає --json (для інших програм) і --help.',
    codes: `Коди завершення: ${done} зроблено, ${failed} щось не так, ${notFound} не знайдено, ${usage} не зрозуміло, ${config} налаштування або сховище.`,
    json: 'для інших програм',
    examples: 'Приклади',
  },
} satisfies Record<CliLanguage, object>

/** What `svichka help` says. */
export function writeHelp(language: CliLanguage): string[] {
  const { usage, any, more, everywhere, codes } = words[language]
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary[language]}`)
  return [`${usage} ${any}`, '', ...list, '', more, everywhere, codes]
}

/** What `svichka help COMMAND` says. */
export function writeHelpFor(command: Command, language: CliLanguage): string[] {
  const { name, operands, summary, options, examples } = command
  const { usage, json, examples: title } = words[language]
  const flags = Object.entries(options).map(
    ([option, help]) => [[option, help.value].filter(Boolean).join(' '), help[language]] as const,
  )
  return [
    [usage, name, operands, '[OPTIONS]'].filter(Boolean).join(' '),
    '',
    `${name}${language === 'uk' ? ':' : ''} ${summary[language]}.`,
    '',
    ...[...flags, ['json', json]].map(([flag, help]) => `${`  --${flag}`.padEnd(28)} ${help}`),
    '',
    title,
    ...examples.map(example => `  svichka ${example}`),
  ]
}
