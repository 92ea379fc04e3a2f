import { randomBytes } from 'node:crypto'
import type { Queryable } from './store'

/**
 * Returns 256 random bits in base64url. They are created at first use, shared by all processes, and in no
 * backup.
 */
export function findOrCreateSecret(db: Queryable, name: string, now: number): Promise<string> {
  return findOrCreate(db, 'secrets', name, now)
}

/** Returns the id that marks our payments at the provider. It is no secret, and a restore keeps it. */
export function findInstallation(db: Queryable, now: number): Promise<string> {
  return findOrCreate(db, 'installation', 'installation', now)
}

async function findOrCreate(
  db: Queryable,
  table: 'secrets' | 'installation',
  name: string,
  now: number,
): Promise<string> {
  const find = db.selectFrom(table).select('value').where('name', '=', name)
  const found = await find.executeTakeFirst()
  if (found) return found.value
  await db
    .insertInto(table)
    .values({ name, value: randomBytes(32).toString('base64url'), createdAt: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  // Another process may have created it first.
  return (await find.executeTakeFirstOrThrow()).value
}

export async function deleteSecrets(db: Queryable, prefix: string, before: number): Promise<void> {
  await db
    .deleteFrom('secrets')
    .where('name', 'like', `${prefix}%`)
    .where('createdAt', '<', before)
    .execute()
}
