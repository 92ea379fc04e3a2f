import type { Check, CheckState, Finding } from '../checks/check'
import { checkCards } from '../checks/check-cards'
import { checkConfiguration } from '../checks/check-configuration'
import { checkClock, checkDisk, checkNode, checkServer } from '../checks/check-machine'
import { checkMail, checkMailbox } from '../checks/check-mail'
import { checkStore } from '../checks/check-store'
import { type Command, exitCodes, type Shop } from '../command'
import { explainFailure } from '../explain-failure'
import type { CliLanguage, Text } from '../print'

/** By the names in the report, in its order. */
const checks: Record<string, Check> = {
  configuration: checkConfiguration,
  node: checkNode,
  store: checkStore,
  server: checkServer,
  cards: checkCards,
  mail: checkMail,
  mailbox: checkMailbox,
  clock: checkClock,
  disk: checkDisk,
}

const marks: Record<CheckState, Text> = {
  ok: { en: 'ok     ', uk: 'гаразд ' },
  attention: { en: 'LOOK   ', uk: 'УВАГА  ' },
  fault: { en: 'FAULT  ', uk: 'ЗБІЙ   ' },
  skipped: { en: '-      ', uk: '-      ' },
}

/** Looks at everything the service leans on and says what to do. Changes and sends nothing. */
export const doctorCommand: Command = {
  name: 'doctor',
  operands: '',
  summary: {
    en: 'checks configuration, store, server, cards, mail, mailbox, clock and disk',
    uk: 'перевіряє налаштування, сховище, сервер, картки, пошту, скриньку, годинник і диск',
  },
  examples: ['doctor', 'doctor --quiet', 'doctor --json'],
  options: {
    quiet: {
      en: 'for cron: only what needs attention',
      uk: 'для cron: лише те, що потребує уваги',
    },
  },
  async run(shop, call) {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({
        name,
        findings: await examine(check, shop),
      })),
    )
    const all = results.flatMap(({ name, findings }) =>
      findings.map(finding => ({ name, ...finding })),
    )
    const isBad = ({ state }: Finding) => state === 'fault' || state === 'attention'
    const shown = call.flag('quiet') ? all.filter(isBad) : all
    const data = results.map(({ name, findings }) => ({ name, findings: findings.map(describe) }))
    return { lines: shown.map(layOut), data, exitCode: judge(all.map(({ state }) => state)) }
  },
}

/** A check that fails is a finding too: the others still have something to say. */
async function examine(check: Check, shop: Shop): Promise<Finding[]> {
  const findings: Finding[] = []
  try {
    for await (const finding of check(shop)) findings.push(finding)
  } catch (error) {
    findings.push({ state: 'fault', text: explainFailure(error).text })
  }
  return findings
}

function judge(states: CheckState[]): number {
  if (states.includes('fault')) return exitCodes.failed
  return states.includes('attention') ? exitCodes.attention : exitCodes.done
}

function describe({ state, text }: Finding) {
  const [found, ...advice] = text.en.split('\n')
  return { state, found, ...(advice.length > 0 && { advice: advice.join('\n') }) }
}

function layOut({ name, state, text }: Finding & { name: string }): Text {
  const write = (language: CliLanguage) =>
    marks[state][language] +
    name.padEnd(14) +
    text[language].replaceAll('\n', `\n${' '.repeat(21)}`)
  return { en: write('en'), uk: write('uk') }
}
