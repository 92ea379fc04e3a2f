import { sql } from 'kysely'
import type { Store } from '../../server/db/store'
import { readStanding } from '../../server/health/read-health'
import type { Shop } from '../command'
import { attention, type Finding, fault, ok } from './check'

const twoDaysMs = 2 * 86_400_000
const mailboxLateMs = 60 * 60_000

/** The store can be read and written, is whole, is backed up, and nothing in it waits for a person. */
export async function* checkStore(shop: Shop): AsyncGenerator<Finding> {
  const store = await shop.openStore()
  yield await checkWhole(store)
  yield* checkWaiting(shop, store)
}

/** What is written here is rolled back: a doctor changes nothing. */
async function checkWhole({ engine, db }: Store): Promise<Finding> {
  const rollBack = new Error('rolled back on purpose')
  await db
    .transaction()
    .execute(async trx => {
      await trx.insertInto('watermarks').values({ name: 'doctor', value: 0 }).execute()
      throw rollBack
    })
    .catch(error => {
      if (error !== rollBack) throw error
    })
  if (engine === 'postgres') return checkStandby(db)
  const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(db)
  const answer = rows[0]?.quickCheck ?? 'no answer'
  if (answer === 'ok')
    return ok({
      en: 'The store’s file can be read and written, and is whole.',
      uk: 'Файл сховища можна читати й писати, він цілий.',
    })
  return fault({
    en: `The store’s file is damaged: ${answer}.\nStop the server and bring back the last backup: svichka restore FILE.`,
    uk: `Файл сховища пошкоджено: ${answer}.\nЗупиніть сервер і відновіть останню копію: svichka restore ФАЙЛ.`,
  })
}

/** What was rolled back waited for no standby. Its state is shown to few roles; that it is there, to all. */
async function checkStandby(db: Store['db']): Promise<Finding> {
  const { rows } = await sql`select from pg_settings where name = 'synchronous_standby_names'
    and setting <> ''
    and not exists (select from pg_stat_replication where sync_state is distinct from 'async')`.execute(
    db,
  )
  if (rows.length === 0)
    return ok({
      en: 'PostgreSQL can be read and written.',
      uk: 'PostgreSQL можна читати й писати.',
    })
  return fault({
    en: 'PostgreSQL waits for a synchronous standby, and none is there: nothing can be stored.\nSee “When the database’s machine is lost” in docs/scaling.md.',
    uk: 'PostgreSQL чекає на синхронну репліку, а жодної немає: нічого не зберігається.\nДивіться docs/scaling.md.',
  })
}

async function* checkWaiting(
  { config, now }: Shop,
  { engine, db }: Store,
): AsyncGenerator<Finding> {
  const standing = await readStanding(db, now())
  const { emailsLate, emailsGivenUp, ticketsOpen, paymentsUnmatched } = standing
  if (emailsLate > 0)
    yield attention({
      en: `${emailsLate} emails wait for over 15 minutes.\nIs the server running? See svichka emails.`,
      uk: `Листів, що чекають понад 15 хвилин: ${emailsLate}.\nЧи працює сервер? Дивіться svichka emails.`,
    })
  if (emailsGivenUp > 0)
    yield attention({
      en: `${emailsGivenUp} emails of this week were given up.\nSee svichka emails --state failed; then --retry, or svichka resend CODE --to ADDRESS.`,
      uk: `Невдалих листів за тиждень: ${emailsGivenUp}.\nДивіться svichka emails --state failed; далі --retry або svichka resend КОД --to АДРЕСА.`,
    })
  if (ticketsOpen > 0)
    yield attention({
      en: `${ticketsOpen} payments have no order.\nSee svichka tickets: ask the payer or refund.`,
      uk: `Платежів без замовлення: ${ticketsOpen}.\nДивіться svichka tickets: запитайте платника або поверніть гроші.`,
    })
  if (paymentsUnmatched > 0)
    yield attention({
      en: `${paymentsUnmatched} payments have neither order nor ticket.\nSee the server’s log.`,
      uk: `Платежів без замовлення і без справи: ${paymentsUnmatched}.\nДивіться журнал сервера.`,
    })
  if (!config.production) return
  const never = Number.POSITIVE_INFINITY
  if (config.mail.imapUrl !== null && (standing.mailboxAgeMs ?? never) > mailboxLateMs)
    yield attention({
      en: 'The mailbox was not read for an hour.\nSee the mailbox below and the server’s log.',
      uk: 'Скриньку не читали вже годину.\nДивіться рядок про скриньку й журнал сервера.',
    })
  if (engine === 'sqlite' && (standing.backupAgeMs ?? never) > twoDaysMs)
    yield attention({
      en: 'There is no backup of the last two days.\nRun svichka backup every day (docs/operating.md).',
      uk: 'Немає резервної копії за останні два дні.\nЩодня запускайте svichka backup (docs/operating.md).',
    })
}
