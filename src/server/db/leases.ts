import type { Queryable } from './store'

const hourMs = 3_600_000

/** False: another process has it. A lease from the far future was taken by a wrong clock: ignored. */
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
          eb.or([
            eb('leases.untilMs', '<=', now),
            eb('leases.untilMs', '>', untilMs + hourMs),
            eb('leases.holder', '=', holder),
          ]),
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

const serverPrefix = 'server:'
const serverLeaseMs = 60_000

/** Valid for a minute. */
export async function sendHeartbeat(db: Queryable, id: string, now: number): Promise<void> {
  await takeLease(db, { name: serverPrefix + id, holder: id, now, forMs: serverLeaseMs })
}

/** Also removes servers that crashed over an hour ago. */
export async function deregisterServer(db: Queryable, id: string, now: number): Promise<void> {
  await db
    .deleteFrom('leases')
    .where('name', 'like', `${serverPrefix}%`)
    .where(eb => eb.or([eb('holder', '=', id), eb('untilMs', '<', now - hourMs)]))
    .execute()
}

/** Until when (ms) a server may be using this store; null: none is. */
export async function findRunningServer(db: Queryable, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('leases')
    .select(eb => eb.fn.max('untilMs').as('until'))
    .where('name', 'like', `${serverPrefix}%`)
    .where('untilMs', '>', now)
    .executeTakeFirst()
  return row?.until ?? null
}
