import { randomBytes } from 'node:crypto'
import type { Queryable } from './store'

/** A secret that all processes share, made by the first that asks. 256 random bits in base64url. */
export async function readOrCreateSecret(
  db: Queryable,
  name: string,
  now: number,
): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url'), createdAt: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

/** Forgets secrets whose name starts with `prefix`, made before `before` (ms). */
export async function forgetSecrets(db: Queryable, prefix: string, before: number): Promise<void> {
  await db
    .deleteFrom('secrets')
    .where('name', 'like', `${prefix}%`)
    .where('createdAt', '<', before)
    .execute()
}
