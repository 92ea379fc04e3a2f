import { type SqlBool, sql } from 'kysely'
import { dayMs, minuteMs } from '../../shared/durations'
import { maxScheduleMs, maxSkewMs, type Store } from './store'

/**
 * No email waits longer for its next attempt, ms: until it had six, by `findRetryTime` (emails/outbox.ts) or
 * `reportDelayMs` (orders/light-candles.ts), and after more.
 */
const longestWaitMs = { few: 16 * minuteMs, many: 61 * minuteMs }
/**
 * No order is counted again later (orders/notify-temple.ts), and no bucket takes longer to fill
 * (limits/limits.ts), ms.
 */
const weekMs = 7 * dayMs

/**
 * Makes due what is scheduled further ahead than the server ever schedules, and forgets what was counted at
 * a time in the future. Only a clock that was ahead can have written such a time, and the work would wait
 * until the right clock has caught up. If our clock is behind instead, payments are checked and emails are
 * tried early, and limits start anew, which does no harm. A time at which something happened stays as it
 * is. Otherwise a clock that is a year behind would date a lit candle back, and retention would erase it a
 * year too soon. The only exceptions are the times at which a payment was captured or its order was
 * answered, while that order is due by them.
 */
export async function pullIn({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  const future = now + maxSkewMs
  const noLater = (column: 'succeeded_at' | 'answered_at') =>
    sql<number>`case when ${sql.ref(column)} > ${future} then ${now} else ${sql.ref(column)} end`
  await db
    .updateTable('donations')
    .set({
      nextCheckAt: now,
      succeededAt: noLater('succeeded_at'),
      answeredAt: noLater('answered_at'),
    })
    .where('nextCheckAt', 'is not', null)
    .where(
      sql<SqlBool>`(next_check_at > ${now + maxScheduleMs}
        or (has_order = 0 and (succeeded_at > ${future} or answered_at > ${future})))`,
    )
    .execute()
  await db
    .updateTable('emails')
    .set({ runAt: now })
    .where('state', '=', sql.lit('waiting'))
    .where(
      sql<SqlBool>`(run_at > ${now + longestWaitMs.many}
        or (attempts <= 6 and run_at > ${now + longestWaitMs.few}))`,
    )
    .execute()
  await db
    .updateTable('orders')
    // It may have waited for any time, so it has waited long enough for a summary.
    .set({ noticeDueAt: now - dayMs })
    .where('fulfilment', '=', sql.lit('waiting'))
    .where('noticeDueAt', '>', future)
    .execute()
  await db
    .updateTable('orders')
    .set({ remindAt: now })
    .where('fulfilment', '=', sql.lit('waiting'))
    .where('remindAt', '>', now + weekMs)
    .execute()
  await db
    .deleteFrom('watermarks')
    .where('value', '>', future)
    // The reconciler lists from the earlier of this time and the provider's.
    .where('name', 'not like', 'listed-until:%')
    .execute()
  await db.deleteFrom('paymentFailures').where('at', '>', future).execute()
  await db
    .deleteFrom('buckets')
    .where('fullAt', '>', now + weekMs)
    .execute()
}
