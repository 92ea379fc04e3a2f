import type { CheckState, Finding } from '../checks/check'
import { cardsCheck } from '../checks/check-cards'
import { configurationCheck } from '../checks/check-configuration'
import { clockCheck, diskCheck, serverCheck } from '../checks/check-machine'
import { mailboxCheck, mailCheck } from '../checks/check-mail'
import { storeCheck } from '../checks/check-store'
import { type Command, exitCodes, report } from '../command'

const checks = [
  configurationCheck,
  storeCheck,
  serverCheck,
  cardsCheck,
  mailCheck,
  mailboxCheck,
  clockCheck,
  diskCheck,
]

const marks: Record<CheckState, string> = {
  ok: 'ok     ',
  worry: 'LOOK   ',
  fault: 'FAULT  ',
  skipped: '-      ',
}

/** Looks at everything the service leans on and says what to do. Changes and sends nothing. */
export const doctorCommand: Command = {
  word: 'doctor',
  operands: '',
  summary: 'checks configuration, store, server, cards, mail, mailbox, clock and disk',
  examples: ['doctor', 'doctor --json'],
  options: {},
  optionHelp: [],
  async run(shop) {
    const results = await Promise.all(
      checks.map(async ({ name, run }) => ({ name, findings: await run(shop) })),
    )
    const faulty = results.some(({ findings }) => findings.some(({ state }) => state === 'fault'))
    const lines = results.flatMap(({ name, findings }) =>
      findings.flatMap(finding => layOut(name, finding)),
    )
    return report(lines, results, faulty ? exitCodes.failed : exitCodes.done)
  },
}

function layOut(name: string, { state, found, advice }: Finding): string[] {
  const line = `${marks[state]}${name.padEnd(14)}${found}`
  return advice === undefined ? [line] : [line, `${' '.repeat(21)}${advice}`]
}
