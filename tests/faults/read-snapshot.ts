import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Charge, PaymentIntent } from 'stripe-sandbox/records'
import { openExistingStore } from '../../src/server/db/open-store'
import type { Donation, HistoryEntry, Order, StoredEmail } from '../../src/server/db/schema'
import { findWatermark } from '../../src/server/db/watermarks'
import { controlSandbox } from '../setup/control-sandbox'

/** A visitor's view of one order. */
export interface Candle {
  visitor: string
  /** Every intent created for it, the last one being the one to pay. */
  intents: string[]
  /** Those whose words the server has kept. */
  wordsKept: string[]
  /** Keys of orders that were answered `success: true`. */
  confirmedKeys: string[]
  /** Orders rejected after their payment was captured. */
  rejectedAfterPayment: string[]
  /** Payments reported as canceled, which must not be charged. */
  canceled: string[]
  /** Calls whose answer set a cookie. */
  cookies: string[]
}

/** The state of the store and of the provider, what was emailed, and what visitors were shown. */
export interface Snapshot {
  orders: Order[]
  donations: Donation[]
  history: (HistoryEntry & { id: string; orderId: string })[]
  emails: StoredEmail[]
  /** When the reconciler last finished by the server's clock, ms; 0: never. */
  reconciledUntil: number
  /** Names of the mail files, one for each delivery. */
  mails: string[]
  charges: Charge[]
  intents: PaymentIntent[]
  candles: Candle[]
}

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
      donations: await db.selectFrom('donations').selectAll().execute(),
      history: await db.selectFrom('orderHistory').selectAll().execute(),
      emails: await db.selectFrom('emails').selectAll().execute(),
      reconciledUntil: (await findWatermark(db, 'reconciled-at')) ?? 0,
      mails: listMailFiles(sources.dataDir),
      charges: await sandbox.charges(),
      intents: await sandbox.intents(),
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
