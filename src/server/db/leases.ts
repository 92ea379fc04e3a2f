import { maxSkewMs, type Queryable } from './store'

/**
 * False: another process has it. One that lasts longer than it can was taken before the clock was set
 * back, perhaps by a process that died: ignored.
 */
export async function takeLease(
  db: Queryable,
  { name, holder, now, forMs }: { name: string; holder: string; now: number; forMs: number },
): Promise<boolean> {
  const untilMs = now + forMs
  const result = await db
    .insertInto('leases')
    .values({ name, holder, untilMs })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ holder, untilMs })
        .where(eb =>
          eb.or([eb('leases.untilMs', '<=', now), eb('leases.untilMs', '>', untilMs + maxSkewMs)]),
        ),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function releaseLease(db: Queryable, name: string, holder: string): Promise<void> {
  await db
    .updateTable('leases')
    .set({ untilMs: 0 })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}
