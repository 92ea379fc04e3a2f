import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** No schedule of ours is further ahead, ms. */
export const longestPauseMs = 25 * 3_600_000

/**
 * Whether the time in a column (ms) has come. One beyond any schedule was written by a wrong clock:
 * it is due too, or a payment and its emails would wait for that day.
 */
export function isDue(column: 'nextCheckAt' | 'runAt', now: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} <= ${now} or ${at} > ${now + longestPauseMs})`
}
