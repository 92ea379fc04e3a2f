import { randomBytes } from 'node:crypto'
import type { Queryable } from './store'

/** 256 random bits in base64url, created at first use and shared by all processes. No backup holds them. */
export function findOrCreateSecret(db: Queryable, name: string, now: number): Promise<string> {
  return findOrCreate(db, 'secrets', name, now)
}

/** The same, and no secret: what marks our payments at the provider, also after a restore. */
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
  // Another process may have been first.
  return (await find.executeTakeFirstOrThrow()).value
}

/** `before` in ms. */
export async function deleteSecrets(db: Queryable, prefix: string, before: number): Promise<void> {
  await db
    .deleteFrom('secrets')
    .where('name', 'like', `${prefix}%`)
    .where('createdAt', '<', before)
    .execute()
}
