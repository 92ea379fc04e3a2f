import { readStatus } from '../../server/health/read-health'
import { createStripeClient } from '../../server/stripe/client'
import type { Check, Subject } from '../checks/check'
import { configuration } from '../checks/configuration'
import { clock, disk, node, server } from '../checks/machine'
import { cards, mail, mailbox } from '../checks/services'
import { store } from '../checks/store'
import { type AddCommand, exitCodes, explainFailure } from '../context'

/** In the order of the report. */
const checks = { configuration, node, store, server, cards, mail, mailbox, clock, disk }

const marks = { ok: 'ok', warning: 'WARNING', error: 'ERROR', skipped: '-' }

interface Finding {
  name: string
  state: keyof typeof marks
  found: string
  advice?: string
}

/** Changes and sends nothing. */
export const addDoctor: AddCommand = (program, context) =>
  program
    .command('doctor')
    .description('check configuration, store, server, cards, mail, mailbox, clock and disk')
    .option('--quiet', 'print only warnings and errors, for cron')
    .action(async ({ quiet }) => {
      const status = await context
        .openStore()
        .then(({ db }) => readStatus(db, context.now()))
        .catch(() => null)
      const { config, now } = context
      const provider =
        config.cards && createStripeClient(config.cards, { installation: '', description: '', now })
      const subject = { ...context, config, status, provider }
      const rows = Object.entries(checks).flatMap(([name, list]) =>
        list.map(check => runCheck(name, check, subject)),
      )
      const findings = (await Promise.all(rows)).filter(finding => finding !== null)
      const problems = findings.filter(({ state }) => state === 'warning' || state === 'error')
      if (problems.length > 0)
        context.exitCode = problems.some(({ state }) => state === 'error')
          ? exitCodes.failed
          : exitCodes.warning
      context.print(findings, ...(quiet ? problems : findings).flatMap(layOut))
    })

async function runCheck(
  name: string,
  { level, advice, run }: Check,
  subject: Subject,
): Promise<Finding | null> {
  try {
    const answer = await run(subject)
    if (!answer) return null
    if (typeof answer === 'string') return { name, state: level, found: answer, advice }
    return 'ok' in answer
      ? { name, state: 'ok', found: answer.ok }
      : { name, state: 'skipped', found: answer.skipped }
  } catch (failure) {
    return { name, state: 'error', found: explainFailure(failure).message }
  }
}

function layOut({ name, state, found, advice }: Finding): string[] {
  const [first, ...more] = [...found.split('\n'), ...(advice ? [advice] : [])]
  return [
    `${marks[state].padEnd(9)}${name.padEnd(15)}${first}`,
    ...more.map(line => ' '.repeat(24) + line),
  ]
}
