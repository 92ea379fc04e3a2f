import { readStatus } from '../../server/health/read-health'
import { createStripeClient } from '../../server/stripe/client'
import { checkAddress } from '../checks/address'
import { checkCards } from '../checks/cards'
import { type Check, error, type Finding, type Subject } from '../checks/check'
import { checkClock } from '../checks/clock'
import { checkConfiguration } from '../checks/configuration'
import { checkEmbedding } from '../checks/embedding'
import { checkDisk, checkNode, checkServer, readMachine } from '../checks/machine'
import { checkMail, sendTestEmail } from '../checks/mail'
import { checkStore } from '../checks/store'
import { type AddCommand, exitCodes, explainFailure } from '../context'

/** The checks in the order of the report. */
const checks: Record<string, Check> = {
  configuration: checkConfiguration,
  node: checkNode,
  store: checkStore,
  server: checkServer,
  address: checkAddress,
  embedding: checkEmbedding,
  cards: checkCards,
  mail: checkMail,
  clock: checkClock,
  disk: checkDisk,
}

const marks = { ok: 'ok', warning: 'WARNING', error: 'ERROR', skipped: '-' }

/** The doctor changes and sends nothing, unless `--mail` asks for an email. */
export const addDoctor: AddCommand = (program, context) =>
  program
    .command('doctor')
    .description('check configuration, store, server, public address, cards, mail, clock and disk')
    .option('--mail', 'send the temple a plain email, and say whether the mail server took it')
    .option('--quiet', 'print only warnings and errors, for cron')
    .action(async ({ quiet, mail }) => {
      if (mail) {
        const finding = { name: 'mail', ...(await sendTestEmail(context.config)) }
        if (finding.state !== 'ok') context.exitCode = exitCodes.failed
        return context.print(finding, ...layOut(finding))
      }
      // Only root reads all of this, so read it before the command becomes the store's owner.
      const machine = await readMachine(context)
      const status = await context
        .openStore()
        .then(({ db }) => readStatus(db, context.now()))
        .catch(() => null)
      const { config, now } = context
      const provider =
        config.cards && createStripeClient(config.cards, { installation: '', description: '', now })
      const subject = { ...context, config, machine, status, provider }
      const parts = Object.entries(checks).map(([name, check]) => runCheck(name, check, subject))
      const findings = (await Promise.all(parts)).flat()
      const problems = findings.filter(({ state }) => state === 'warning' || state === 'error')
      if (problems.length > 0)
        context.exitCode = problems.some(({ state }) => state === 'error')
          ? exitCodes.failed
          : exitCodes.warning
      context.print(findings, ...(quiet ? problems : findings).flatMap(layOut))
    })

type NamedFinding = Finding & { name: string }

async function runCheck(name: string, check: Check, subject: Subject): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  try {
    for await (const finding of check(subject)) findings.push({ name, ...finding })
  } catch (failure) {
    findings.push({ name, ...error(explainFailure(failure).message) })
  }
  return findings
}

function layOut({ name, state, found, advice }: NamedFinding): string[] {
  const [first, ...more] = [...found.split('\n'), ...(advice ? [advice] : [])]
  return [
    `${marks[state].padEnd(9)}${name.padEnd(15)}${first}`,
    ...more.map(line => ' '.repeat(24) + line),
  ]
}
