import { randomId } from './random-id'
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
      order_id: photo.orderId,
      jpeg_base64: photo.jpeg.toString('base64'),
      created_at: photo.now,
    })
    .execute()
  return id
}

export async function readPhoto(db: Queryable, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('photos')
    .select('jpeg_base64')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? Buffer.from(row.jpeg_base64, 'base64') : null
}
