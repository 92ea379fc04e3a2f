import type { Email } from '../db/schema'
import { formatSite } from './format'
import { callout, type EmailSettings, paragraph, toOperator } from './layout'

interface Finding {
  name: string
  state: string
  found: string
  advice?: string | undefined
}

/** Tells the operator what the doctor has found, in its own English words. */
export function operatorEmail(
  settings: EmailSettings,
  recipient: string,
  { day, findings }: { day: string; findings: Finding[] },
): Email {
  const site = formatSite(settings.publicUrl)
  const heading = findings.some(({ state }) => state === 'error')
    ? `Something is wrong with ${site}`
    : `Something to look at on ${site}`
  return toOperator(settings, {
    kind: 'operator-findings',
    subjectId: `findings ${day}`,
    recipient,
    subject: heading,
    heading,
    blocks: [
      ...findings.flatMap(({ name, state, found, advice }) => [
        callout(`${state === 'error' ? 'ERROR' : 'WARNING'}, ${name}: ${found}`),
        advice !== undefined && paragraph(advice),
      ]),
      paragraph('Each is told once. All that is found now: svichka doctor'),
    ],
  })
}
