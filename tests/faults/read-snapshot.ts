import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import type {
  Candle,
  Charge,
  Dispute,
  DonationRow,
  EmailRow,
  Intent,
  OrderRow,
  ReversalRow,
  Snapshot,
  TicketRow,
} from './snapshot'

interface SnapshotSources {
  dataDir: string
  databaseUrl: string | null
  sandboxUrl: string
  candles: Candle[]
}

/** Reads the store on disk, without the server, and the payment provider's lists. */
export async function readSnapshot(sources: SnapshotSources): Promise<Snapshot> {
  const rows = sources.databaseUrl
    ? await readPostgres(sources.databaseUrl)
    : readFile(sources.dataDir)
  return {
    ...rows,
    mails: listMailFiles(sources.dataDir),
    charges: await list<Charge>(sources.sandboxUrl, 'charges'),
    disputes: await list<Dispute>(sources.sandboxUrl, 'disputes'),
    intents: await list<Intent>(sources.sandboxUrl, 'payment_intents'),
    candles: sources.candles,
  }
}

type StoreRows = Pick<
  Snapshot,
  'orders' | 'tickets' | 'donations' | 'reversals' | 'emails' | 'pendingEvents' | 'reconciledUntil'
>

const unsettled = 'select id from webhook_events where run_at is not null'
const reconciled = "select value from watermarks where name = 'reconciled-at'"
const readWatermark = ([mark]: unknown[]) => Number(Object(mark).value ?? 0)

function readFile(dataDir: string): StoreRows {
  const database = new DatabaseSync(join(dataDir, 'svichka.db'), { readOnly: true })
  const all = (query: string): unknown[] => database.prepare(query).all()
  try {
    return {
      orders: all('select * from orders') as OrderRow[],
      tickets: all('select * from tickets') as TicketRow[],
      donations: all('select * from donations') as DonationRow[],
      reversals: all('select * from reversals') as ReversalRow[],
      emails: all('select * from emails') as EmailRow[],
      pendingEvents: all(unsettled).length,
      reconciledUntil: readWatermark(all(reconciled)),
    }
  } finally {
    database.close()
  }
}

async function readPostgres(url: string): Promise<StoreRows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const all = async <R>(query: string): Promise<R[]> =>
    (await client.query<Record<string, unknown>>(query)).rows.map(row => readNumbers(row) as R)
  try {
    return {
      orders: await all<OrderRow>('select * from orders'),
      tickets: await all<TicketRow>('select * from tickets'),
      donations: await all<DonationRow>('select * from donations'),
      reversals: await all<ReversalRow>('select * from reversals'),
      emails: await all<EmailRow>('select * from emails'),
      pendingEvents: (await all(unsettled)).length,
      reconciledUntil: readWatermark(await all(reconciled)),
    }
  } finally {
    await client.end()
  }
}

/** `bigint` comes from the driver as a text of digits. */
function readNumbers(row: Record<string, unknown>): Record<string, unknown> {
  const bigints = /(_at|_kopiykas)$/
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      bigints.test(name) && value !== null ? Number(value) : value,
    ]),
  )
}

function listMailFiles(dataDir: string): string[] {
  const folder = join(dataDir, 'mail')
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.eml')) : []
}

async function list<T>(sandboxUrl: string, what: string): Promise<T[]> {
  const response = await fetch(`${sandboxUrl}/_control/${what}?limit=100000`)
  return (await response.json()) as T[]
}
