import { sql } from 'kysely'
import { countWaitingLetters, listLetters } from '../../server/db/letters'
import { listTickets } from '../../server/db/tickets'
import type { Shop } from '../command'
import { type Check, type Finding, fault, nameError, ok, worry } from './check'

const lateMs = 15 * 60_000

/** The store can be read and written, is whole, and nothing in it waits for a person. */
export const storeCheck: Check = {
  name: 'store',
  async run(shop) {
    try {
      return [await checkWriting(shop), ...(await checkWaiting(shop))]
    } catch (error) {
      return [
        fault(`The store cannot be used: ${nameError(error)}.`, 'See DATABASE_URL or DATA_DIR.'),
      ]
    }
  },
}

async function checkWriting({ store, now }: Shop): Promise<Finding> {
  await store.db
    .insertInto('marks')
    .values({ name: 'doctor', value: now() })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: now() }))
    .execute()
  if (store.engine === 'postgres') return ok('PostgreSQL can be read and written.')
  const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(store.db)
  return rows[0]?.quickCheck === 'ok'
    ? ok('The store’s file can be read and written, and is whole.')
    : fault(
        `The store’s file is damaged: ${rows[0]?.quickCheck ?? 'no answer'}.`,
        'Stop the server and put the last backup in its place.',
      )
}

async function checkWaiting({ store, now }: Shop): Promise<Finding[]> {
  const findings: Finding[] = []
  const late = await countWaitingLetters(store.db, now() - lateMs, 'runAt')
  if (late > 0)
    findings.push(
      worry(`${late} letters are due for over 15 minutes.`, 'Is the server running? See letters.'),
    )
  const failed = await listLetters(store.db, { state: 'failed', limit: 1000 })
  const givenUp = failed.filter(letter => letter.recipient !== '').length
  if (givenUp > 0)
    findings.push(
      worry(
        `${givenUp} letters were given up.`,
        'See letters --state failed, then letters --retry.',
      ),
    )
  const tickets = await listTickets(store.db, 'open')
  if (tickets.length > 0)
    findings.push(
      worry(`${tickets.length} payments have no order.`, 'See tickets: ask the payer or refund.'),
    )
  return findings
}
