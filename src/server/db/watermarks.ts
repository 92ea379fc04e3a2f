import type { Queryable } from './store'

export type WatermarkName =
  | 'last-webhook'
  | 'bad-signature'
  | 'last-event'
  | 'reconciled-at'
  /** These two are times of the provider's clock. */
  | 'listed-until:live'
  | 'listed-until:test'
  | 'written-at'
  | 'backup-at'
  | 'examined-at'

/** A watermark is a time in ms that all processes share. */
export async function findWatermark(db: Queryable, name: WatermarkName): Promise<number | null> {
  const row = await db
    .selectFrom('watermarks')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}

export async function setWatermark(
  db: Queryable,
  name: WatermarkName,
  value: number,
): Promise<void> {
  await db
    .insertInto('watermarks')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
