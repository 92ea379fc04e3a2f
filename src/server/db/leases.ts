import type { Queryable } from './store'

/** Takes a named task for this holder until `until` (ms). False: another process has it. */
export async function takeLease(
  db: Queryable,
  lease: { name: string; holder: string; now: number; until: number },
): Promise<boolean> {
  const result = await db
    .insertInto('leases')
    .values({ name: lease.name, holder: lease.holder, until_ms: lease.until })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ holder: lease.holder, until_ms: lease.until })
        .where(eb =>
          eb.or([eb('leases.until_ms', '<=', lease.now), eb('leases.holder', '=', lease.holder)]),
        ),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function releaseLease(db: Queryable, name: string, holder: string): Promise<void> {
  await db
    .updateTable('leases')
    .set({ until_ms: 0 })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}
