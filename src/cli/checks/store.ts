import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { listUncanceled } from '../../server/db/donations'
import { countRefusedByTemple } from '../../server/db/outbox-admin'
import type { Store } from '../../server/db/store'
import { uncanceledAfterMs } from '../../server/orders/next-check'
import { hourMs } from '../../shared/durations'
import { count } from '../print'
import { error, type Findings, ok, type Subject, warning } from './check'

export async function* checkStore({ config, openStore, status, now }: Subject): Findings {
  if (status) {
    for (const [number, found, advice] of [
      [
        status.emailsLate,
        'Emails waiting for more than 15 minutes',
        'Check that the server is running. See svichka emails.',
      ],
      [
        status.emailsFailed,
        'Failed emails of the last 7 days',
        'See svichka emails --state failed; then --retry, or svichka resend CODE --to ADDRESS.',
      ],
      [
        status.ordersNameless,
        'Paid orders without a name or purpose',
        'See svichka orders --payment paid: ask the donor, then svichka complete CODE; or refund, and svichka dismiss CODE --paid.',
      ],
      [status.paymentsUnmatched, 'Payments without an order', 'See the server’s log.'],
    ] as const)
      if (number > 0) yield warning(`${found}: ${number}.`, advice)
    if (config.production && (status.backupAgeMs ?? 0) > 48 * hourMs)
      yield warning(
        'No backup was made in the last two days.',
        config.databaseUrl
          ? 'Run pg_dump and then svichka backup --note every day (docs/operating.md).'
          : 'The server makes one each night: its log says why not (journalctl -u svichka -o cat).',
      )
  }
  const store = await openStore()
  for (const { recipient, lastError, count: refused } of await countRefusedByTemple(store.db))
    yield error(
      `${count(Number(refused), 'email')} to ${recipient} refused (${lastError}): the temple does not know of these orders.`,
      lastError?.includes('refuses us')
        ? 'Correct SMTP_URL and MAIL_FROM, or ask the mail server’s owner; then svichka emails --retry.'
        : 'Correct TEMPLE_EMAIL, svichka restart, then svichka emails --retry.',
    )
  const uncanceled = await listUncanceled(store.db, now() - uncanceledAfterMs)
  if (uncanceled.length > 0)
    yield warning(
      `Payments unpaid for more than a day, which the provider does not cancel: ${uncanceled.length}.`,
      `They can still be paid: look at them in its dashboard (${uncanceled.slice(0, 5).join(', ')}${uncanceled.length > 5 ? ' …' : ''}).`,
    )
  const damage = await findDamage(store)
  if (damage)
    yield error(
      `The database file is damaged: ${damage}.`,
      'Stop the server and restore the last backup: svichka restore FILE.',
    )
  else if (store.engine === 'sqlite') yield ok('The database file is intact.')
  if (await isStandbyMissing(store))
    yield error(
      'PostgreSQL waits for a synchronous standby; none is connected.',
      'See “When the database’s machine is lost” in docs/scaling.md.',
    )
  if (config.production && store.engine === 'sqlite') yield* checkBackupDisk(config)
  await writeAndRollBack(store)
  yield ok('The store can be read and written.')
}

/** Warns of backups on the store's own disk, because they are lost with it. */
async function* checkBackupDisk({ dataDir, backupTo }: Subject['config']): Findings {
  const [own, other] = await Promise.all([stat(dataDir), stat(backupTo).catch(() => null)])
  const isOwn = backupTo === join(dataDir, 'backups')
  const advice =
    'Make a folder on another disk, chown svichka: it, set BACKUP_TO to it, then svichka restart.'
  if (!isOwn && !other)
    yield error(`There is no folder ${backupTo} (BACKUP_TO).`, 'Is its disk mounted?')
  else if (other?.dev === own.dev || isOwn)
    yield warning(`The backups, in ${backupTo}, are on the store’s own disk.`, advice)
  else yield ok(`The backups, in ${backupTo}, are on another disk.`)
}

async function findDamage({ engine, db }: Store): Promise<string | null> {
  if (engine === 'postgres') return null
  const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(db)
  const answer = rows[0]?.quickCheck ?? 'no answer'
  return answer === 'ok' ? null : answer
}

/**
 * A write that is rolled back waits for no standby. Any role sees whether one is connected, but not its
 * state.
 */
async function isStandbyMissing({ engine, db }: Store): Promise<boolean> {
  if (engine === 'sqlite') return false
  const { rows } = await sql`select from pg_settings where name = 'synchronous_standby_names'
    and setting <> ''
    and not exists (select from pg_stat_replication where sync_state is distinct from 'async')`.execute(
    db,
  )
  return rows.length > 0
}

function writeAndRollBack({ db, lanes }: Store): Promise<void> {
  return lanes.paid.run(async () => {
    const trx = await db.startTransaction().execute()
    try {
      await trx.insertInto('watermarks').values({ name: 'doctor', value: 0 }).execute()
    } finally {
      await trx.rollback().execute()
    }
  })
}
