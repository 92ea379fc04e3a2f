import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { hourMs } from '../../shared/durations'
import type { MailConfig } from '../config/read-config'
import { insertEmails } from '../db/emails'
import { inTransaction } from '../db/store'
import { replaceToldFindings } from '../db/told-findings'
import { findWatermark, setWatermark } from '../db/watermarks'
import { operatorEmail } from '../emails/operator-email'
import { runCommand } from '../run-command'
import type { Services } from '../services'
import { formatTime, startOfDay } from '../time-zone'

/** The hour of the temple's day, ms. */
const examinedAtMs = 7 * hourMs

const FindingsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      name: v.string(),
      state: v.string(),
      found: v.string(),
      advice: v.optional(v.string()),
    }),
  ),
)

type DoctorFinding = v.InferOutput<typeof FindingsSchema>[number]

/**
 * Runs the doctor every morning and writes to the operator what is wrong and was not said the morning before.
 * `examine` returns findings as `svichka doctor --json` prints them.
 */
export async function notifyOperator(
  { store, emailSettings, now }: Pick<Services, 'store' | 'emailSettings' | 'now'>,
  { operatorEmail: recipient, digest }: Pick<MailConfig, 'operatorEmail' | 'digest'>,
  examine = runDoctor,
): Promise<void> {
  if (recipient === null) return
  const day = formatTime(now(), digest.timeZone).slice(0, 10)
  const due = startOfDay(day, digest.timeZone) + examinedAtMs
  const last = await findWatermark(store.db, 'examined-at')
  if (now() < due || (last !== null && last >= due)) return
  const findings = v.parse(FindingsSchema, await examine())
  const problems = new Map(
    findings
      .filter(({ state }) => state === 'warning' || state === 'error')
      .map(finding => [identify(finding), finding]),
  )
  await inTransaction(store, async trx => {
    const news = await replaceToldFindings(trx, [...problems.keys()])
    const told = news.flatMap(key => problems.get(key) ?? [])
    // A day has one email of this kind, so a second process stores no second one.
    if (told.length > 0)
      await insertEmails(
        trx,
        [operatorEmail(emailSettings, recipient, { day, findings: told })],
        now(),
      )
    await setWatermark(trx, 'examined-at', now())
  })
}

/** Runs the doctor. If the command cannot even start, the reason is the only finding. */
async function runDoctor(): Promise<string> {
  const { exitCode, printed, errors } = await runCommand('doctor', '--json')
  const found = `It could not start (exit code ${exitCode}). ${errors.trim()}`
  return printed || JSON.stringify([{ name: 'doctor', state: 'error', found }])
}

/** Identifies a finding without its numbers: if only the days that are left have changed, it is the same. */
function identify({ name, state, found }: DoctorFinding): string {
  const words = [name, state, found.replace(/\d+/g, '#')].join('\n')
  return createHash('sha256').update(words).digest('hex')
}
