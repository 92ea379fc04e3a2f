import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openExistingStore } from '../../src/server/db/open-store'
import { readWatermark } from '../../src/server/db/watermarks'
import { controlSandbox } from './control-sandbox'
import type { Candle, Charge, Dispute, Intent, Snapshot } from './snapshot'

interface SnapshotSources {
  dataDir: string
  databaseUrl: string | null
  sandboxUrl: string
  candles: Candle[]
}

/** Reads the store, without the server, and the payment provider's lists. */
export async function readSnapshot(sources: SnapshotSources): Promise<Snapshot> {
  const sandbox = controlSandbox(sources.sandboxUrl)
  const { db, close } = await openExistingStore(sources)
  try {
    return {
      orders: await db.selectFrom('orders').selectAll().execute(),
      tickets: await db.selectFrom('tickets').selectAll().execute(),
      donations: await db.selectFrom('donations').selectAll().execute(),
      reversals: await db.selectFrom('reversals').selectAll().execute(),
      emails: await db.selectFrom('emails').selectAll().execute(),
      reconciledUntil: (await readWatermark(db, 'reconciled-at')) ?? 0,
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

function listMailFiles(dataDir: string): string[] {
  const folder = join(dataDir, 'mail')
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.eml')) : []
}
