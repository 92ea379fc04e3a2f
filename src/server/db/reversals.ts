import type { Reversal } from './schema'
import type { Queryable } from './store'

export async function listReversals(db: Queryable, paymentIntentId: string): Promise<Reversal[]> {
  return db
    .selectFrom('reversals')
    .selectAll()
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
}

export async function saveReversal(db: Queryable, reversal: Reversal): Promise<void> {
  const { status, amountKopiykas, updatedAt } = reversal
  await db
    .insertInto('reversals')
    .values(reversal)
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ status, amountKopiykas, updatedAt }),
    )
    .execute()
}
