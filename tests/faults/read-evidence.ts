import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import type {
  Candle,
  Charge,
  Dispute,
  DonationRow,
  Evidence,
  Intent,
  LetterRow,
  OrderRow,
  ReversalRow,
  TicketRow,
} from './evidence'

export interface Books {
  dataDir: string
  databaseUrl: string | null
  sandboxUrl: string
  candles: Candle[]
  /** What a mail server received, where letters do not become files. */
  mails?: string[]
}

/** Reads the store as it lies on disk, past the server, and asks the card company for its list. */
export async function readEvidence(books: Books): Promise<Evidence> {
  const rows = books.databaseUrl ? await readPostgres(books.databaseUrl) : readFile(books.dataDir)
  return {
    ...rows,
    mails: books.mails ?? listMailFiles(books.dataDir),
    charges: await list<Charge>(books.sandboxUrl, 'charges'),
    disputes: await list<Dispute>(books.sandboxUrl, 'disputes'),
    intents: await list<Intent>(books.sandboxUrl, 'payment_intents'),
    candles: books.candles,
  }
}

type StoreRows = Pick<
  Evidence,
  | 'orders'
  | 'tickets'
  | 'donations'
  | 'reversals'
  | 'letters'
  | 'unsettledEvents'
  | 'reconciledUntil'
>

const unsettled = 'select id from webhook_events where run_at is not null'
const reconciled = "select value from marks where name = 'reconciled-until'"
const readWatermark = ([mark]: unknown[]) => Number(Object(mark).value ?? 0)

function readFile(dataDir: string): StoreRows {
  const database = new Database(join(dataDir, 'svichka.db'), { readonly: true })
  const all = (query: string): unknown[] => database.prepare(query).all()
  try {
    return {
      orders: all('select * from orders') as OrderRow[],
      tickets: all('select * from tickets') as TicketRow[],
      donations: all('select * from donations') as DonationRow[],
      reversals: all('select * from reversals') as ReversalRow[],
      letters: all('select * from letters') as LetterRow[],
      unsettledEvents: all(unsettled).length,
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
      letters: await all<LetterRow>('select * from letters'),
      unsettledEvents: (await all(unsettled)).length,
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
