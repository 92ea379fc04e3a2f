import { type Command, exitCodes } from './command'
import { commands } from './commands'

const width = 12

export function writeHelp(): string[] {
  return [
    'Usage: npm run ops -- WORD [OPTIONS]',
    '',
    'Words',
    ...commands.map(command => `  ${command.word.padEnd(width)}${command.summary}`),
    `  ${'help WORD'.padEnd(width)}tells more of one word`,
    '',
    'Every word takes --json (for other programs) and --help.',
    `Exit codes: ${exitCodes.done} done, ${exitCodes.failed} something is wrong, ${exitCodes.notFound} not found, ${exitCodes.usage} not understood, ${exitCodes.config} configuration.`,
  ]
}

export function writeHelpFor(command: Command): string[] {
  return [
    `Usage: npm run ops -- ${[command.word, command.operands, '[OPTIONS]'].filter(Boolean).join(' ')}`,
    '',
    `${command.word} ${command.summary}.`,
    '',
    'Options',
    ...command.optionHelp.map(line => `  ${line}`),
    '  --json   for other programs',
    '',
    'Examples',
    ...command.examples.map(example => `  npm run ops -- ${example}`),
  ]
}
