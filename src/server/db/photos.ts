import type { Queryable } from './store'

export async function insertPhotos(
  db: Queryable,
  setId: string,
  jpegs: Buffer[],
  createdAt: number,
): Promise<void> {
  const rows = jpegs.map((jpeg, i) => ({
    id: `${setId}-${i}`,
    setId,
    jpegBase64: jpeg.toString('base64'),
    createdAt,
  }))
  await db.insertInto('photos').values(rows).execute()
}

export async function listPhotos(db: Queryable, setId: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('photos')
    .select('jpegBase64')
    .where('setId', '=', setId)
    .orderBy('id')
    .execute()
  return rows.map(row => Buffer.from(row.jpegBase64, 'base64'))
}

/**
 * Deletes a batch of photos that have no email or were sent before this time, ms. Returns false after the
 * last.
 */
export async function deleteUnneededPhotos(
  db: Queryable,
  sentBefore: number,
  limit: number,
): Promise<boolean> {
  const unneeded = db
    .selectFrom('photos')
    .select('photos.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('emails')
            .select('emails.id')
            .whereRef('emails.photoSetId', '=', 'photos.setId')
            .where(eb =>
              eb.or([eb('emails.state', '!=', 'sent'), eb('photos.createdAt', '>=', sentBefore)]),
            ),
        ),
      ),
    )
    .limit(limit)
  const result = await db.deleteFrom('photos').where('id', 'in', unneeded).executeTakeFirst()
  return Number(result.numDeletedRows) === limit
}
