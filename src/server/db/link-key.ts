import { randomBytes } from 'node:crypto'
import type { Queryable, Transaction } from './store'

/** The name of the secret that signs the links to the temple's page. Backups hold no secrets. */
export const linkKeyName = 'temple-links'

export async function findLinkKey(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', linkKeyName)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Makes a new key, which ends all present links. */
export async function renewLinkKey(trx: Transaction, now: number): Promise<void> {
  const value = randomBytes(32).toString('base64url')
  await trx
    .insertInto('secrets')
    .values({ name: linkKeyName, value, createdAt: now })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value, createdAt: now }))
    .execute()
}
