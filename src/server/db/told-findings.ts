import type { Transaction } from './store'

/** Replaces the findings that the operator was told by those of today, and returns the new ones. */
export async function replaceToldFindings(trx: Transaction, today: string[]): Promise<string[]> {
  const told = await trx.selectFrom('toldFindings').select('finding').execute()
  await trx.deleteFrom('toldFindings').execute()
  if (today.length > 0)
    await trx
      .insertInto('toldFindings')
      .values(today.map(finding => ({ finding })))
      // Another process may have looked at the same time.
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return today.filter(finding => !told.some(row => row.finding === finding))
}
