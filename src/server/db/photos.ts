import { type Queryable, randomId } from './store'

/** Resolves to the id of the set. */
export async function insertPhotos(
  db: Queryable,
  jpegs: Buffer[],
  createdAt: number,
): Promise<string> {
  const setId = randomId()
  const rows = jpegs.map((jpeg, i) => ({
    id: `${setId}-${i}`,
    setId,
    jpegBase64: jpeg.toString('base64'),
    createdAt,
  }))
  await db.insertInto('photos').values(rows).execute()
  return setId
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
