import { randomId } from './random'
import type { Queryable } from './store'

/** Keeps a re-encoded picture for the letter that carries it. Resolves to its id. */
export async function insertPhoto(
  trx: Queryable,
  photo: { orderId: string; jpeg: Buffer; now: number },
): Promise<string> {
  const id = randomId()
  await trx
    .insertInto('photos')
    .values({
      id,
      orderId: photo.orderId,
      jpegBase64: photo.jpeg.toString('base64'),
      createdAt: photo.now,
    })
    .execute()
  return id
}

export async function readPhoto(db: Queryable, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('photos')
    .select('jpegBase64')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? Buffer.from(row.jpegBase64, 'base64') : null
}
