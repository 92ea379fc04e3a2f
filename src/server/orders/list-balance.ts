import { findOrderCodes } from '../db/donations'
import type { Queryable } from '../db/store'
import type { BalanceEntry, PaymentProvider } from '../stripe/payment-provider'

/** `code`: of its order; null where the order never came. */
export type OurEntry = BalanceEntry & { code: string | null }

/**
 * What our payments added to the provider's balance and took from it (ms; `until` is excluded), the
 * oldest first. The account may have others. Throws if the provider does not answer.
 */
export async function listBalance(
  db: Queryable,
  provider: PaymentProvider,
  { since = 0, until }: { since?: number | undefined; until?: number | undefined },
): Promise<OurEntry[]> {
  const entries: BalanceEntry[] = []
  for await (const entry of provider.listBalance(since, until)) entries.push(entry)
  const ids = new Set(entries.map(({ paymentIntentId }) => paymentIntentId))
  const codes = await findOrderCodes(db, [...ids])
  return entries.toReversed().flatMap(entry => {
    const code = codes.get(entry.paymentIntentId)
    return code === undefined ? [] : [{ ...entry, code }]
  })
}

export interface BalanceSums {
  donations: number
  receivedKopiykas: number
  /** Refunds and disputes, less those that were taken back. */
  returnedKopiykas: number
  /** In the account's currencies, of which it usually has one. */
  balances: { currency: string; fees: number; net: number }[]
}

export function sumBalance(entries: BalanceEntry[]): BalanceSums {
  const received = entries.filter(({ category }) => category === 'charge')
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const inUah = (some: BalanceEntry[]) => sum(some.map(entry => entry.amountKopiykas))
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  return {
    donations: received.length,
    receivedKopiykas: inUah(received),
    returnedKopiykas: inUah(received) - inUah(entries),
    balances: currencies.map(currency => {
      const its = entries.filter(entry => entry.currency === currency)
      return { currency, fees: sum(its.map(({ fee }) => fee)), net: sum(its.map(({ net }) => net)) }
    }),
  }
}
