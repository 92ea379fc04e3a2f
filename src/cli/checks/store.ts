import { sql } from 'kysely'
import type { Store } from '../../server/db/store'
import { type Answer, type Check, error, warning } from './check'

const hourMs = 60 * 60_000

export const store: Check[] = [
  error('Check the database, its disk and its permissions.', async context => {
    await writeAndRollBack(await context.openStore())
    return { ok: 'The store can be read and written.' }
  }),
  error('Stop the server and restore the last backup: svichka restore FILE.', context =>
    context.openStore().then(checkFile, () => null),
  ),
  error('See “When the database’s machine is lost” in docs/scaling.md.', context =>
    context.openStore().then(checkStandby, () => null),
  ),
  warning('Check that the server is running. See svichka emails.', ({ status }) =>
    some(status?.emailsLate, 'Emails waiting for more than 15 minutes'),
  ),
  warning(
    'See svichka emails --state failed; then --retry, or svichka resend CODE --to ADDRESS.',
    ({ status }) => some(status?.emailsGivenUp, 'Failed emails of the last 7 days'),
  ),
  warning('See svichka tickets: ask the payer or refund.', ({ status }) =>
    some(status?.ticketsOpen, 'Payments without an order'),
  ),
  warning('See the server’s log.', ({ status }) =>
    some(status?.paymentsUnmatched, 'Payments with neither order nor ticket'),
  ),
  warning(
    'See the mailbox below and the server’s log.',
    ({ config, status }) =>
      config.production &&
      config.mail.imapUrl !== null &&
      status &&
      (status.mailboxAgeMs ?? Number.POSITIVE_INFINITY) > hourMs &&
      'The mailbox was not read for an hour.',
  ),
  warning(
    'Run svichka backup every day (docs/operating.md).',
    ({ config, status }) =>
      config.production &&
      config.databaseUrl === null &&
      status &&
      (status.backupAgeMs ?? Number.POSITIVE_INFINITY) > 48 * hourMs &&
      'There is no backup of the last two days.',
  ),
]

function some(count: number | undefined, what: string): Answer {
  return count !== undefined && count > 0 && `${what}: ${count}.`
}

async function writeAndRollBack({ db }: Store): Promise<void> {
  const trx = await db.startTransaction().execute()
  try {
    await trx.insertInto('watermarks').values({ name: 'doctor', value: 0 }).execute()
  } finally {
    await trx.rollback().execute()
  }
}

async function checkFile({ engine, db }: Store): Promise<Answer> {
  if (engine === 'postgres') return null
  const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(db)
  const answer = rows[0]?.quickCheck ?? 'no answer'
  return answer === 'ok'
    ? { ok: 'The database file is intact.' }
    : `The database file is damaged: ${answer}.`
}

/** A rolled back write waits for no standby. Any role sees whether one is connected, few its state. */
async function checkStandby({ engine, db }: Store): Promise<Answer> {
  if (engine === 'sqlite') return null
  const { rows } = await sql`select from pg_settings where name = 'synchronous_standby_names'
    and setting <> ''
    and not exists (select from pg_stat_replication where sync_state is distinct from 'async')`.execute(
    db,
  )
  return rows.length > 0 && 'PostgreSQL waits for a synchronous standby; none is connected.'
}
