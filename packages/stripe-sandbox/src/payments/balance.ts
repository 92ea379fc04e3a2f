import { accountOf, newId } from '../ids'
import type { BalanceTransaction, Charge, Dispute, Refund } from '../records'
import type { Sandbox } from '../sandbox'

/** The account's own currency is not that of its payments, as where Stripe has no accounts in UAH. */
const currency = 'eur'
const rate = 0.02
const chargeFee = (amount: number) => Math.round(amount * 0.0525) + 25
const disputeFee = 2_000
const availableAfterSeconds = 3 * 24 * 3600

type Type = 'charge' | 'refund' | 'refund_failure' | 'adjustment'

const categories: Record<Type, string> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  adjustment: 'dispute',
}

/** Enters what a charge, refund or dispute does to the balance; `sign` -1: the money goes. */
export function enterInBalance(
  { store, clock }: Sandbox,
  source: Charge | Refund | Dispute,
  type: Type,
  sign: 1 | -1,
): string {
  const amount = sign * Math.round(source.amount * rate)
  // Of a dispute that is won the fee stays.
  const fee =
    type === 'charge' ? chargeFee(amount) : type === 'adjustment' && amount < 0 ? disputeFee : 0
  const created = clock.seconds()
  const transaction: BalanceTransaction = {
    id: newId('txn', accountOf(source.id)),
    object: 'balance_transaction',
    amount,
    available_on: created + availableAfterSeconds,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: rate,
    fee,
    fee_details: fee === 0 ? [] : [describeFee(fee)],
    net: amount - fee,
    reporting_category: type === 'adjustment' && amount > 0 ? 'dispute_reversal' : categories[type],
    source: source.id,
    status: 'pending',
    type,
  }
  store.put('balance_transaction', transaction)
  return transaction.id
}

function describeFee(amount: number) {
  const description = 'Stripe processing fees'
  return { amount, application: null, currency, description, type: 'stripe_fee' }
}
