import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { controlSandbox } from './control-sandbox'
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
  const sandbox = controlSandbox(sources.sandboxUrl)
  const { select, close } = sources.databaseUrl
    ? await openPostgres(sources.databaseUrl)
    : openFile(sources.dataDir)
  const all = async <R>(query: string) => (await select(query)).map(row => readNumbers(row) as R)
  try {
    const [mark] = await select("select value from watermarks where name = 'reconciled-at'")
    return {
      orders: await all<OrderRow>('select * from orders'),
      tickets: await all<TicketRow>('select * from tickets'),
      donations: await all<DonationRow>('select * from donations'),
      reversals: await all<ReversalRow>('select * from reversals'),
      emails: await all<EmailRow>('select * from emails'),
      reconciledUntil: Number(mark?.value ?? 0),
      mails: listMailFiles(sources.dataDir),
      charges: await sandbox.list<Charge>('charges'),
      disputes: await sandbox.list<Dispute>('disputes'),
      intents: await sandbox.list<Intent>('payment_intents'),
      candles: sources.candles,
    }
  } finally {
    await close()
  }
}

type StoredRow = Record<string, unknown>

interface OpenStore {
  select(query: string): StoredRow[] | Promise<StoredRow[]>
  close(): unknown
}

function openFile(dataDir: string): OpenStore {
  const database = new DatabaseSync(join(dataDir, 'svichka.db'), { readOnly: true })
  return {
    select: query => database.prepare(query).all() as StoredRow[],
    close: () => database.close(),
  }
}

async function openPostgres(url: string): Promise<OpenStore> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { select: async query => (await client.query(query)).rows, close: () => client.end() }
}

/** `bigint` comes from PostgreSQL's driver as a text of digits. */
function readNumbers(row: StoredRow): StoredRow {
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
