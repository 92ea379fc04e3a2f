import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Nothing of ours is ever put off for longer, ms. */
export const longestPauseMs = 25 * 3_600_000

/**
 * Whether the time in a column has come (ms). One further ahead than anything is ever put off was
 * written while the clock was wrong: it is due too, or it would wait until that day.
 */
export function isDue(column: 'nextCheckAt' | 'runAt', now: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} <= ${now} or ${at} > ${now + longestPauseMs})`
}
