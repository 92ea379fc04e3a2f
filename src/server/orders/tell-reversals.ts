import { insertEmails } from '../db/emails'
import { addHistory } from '../db/orders'
import type { Donation, Order } from '../db/schema'
import type { Transaction } from '../db/store'
import { type ReversalNews, reversalEmails } from '../emails/payment-emails'
import type { Services } from '../services'

type Reversals = Pick<Donation, 'refundedKopiykas' | 'disputed'>

/** The starting point of a new order: nothing was told yet, so every reversal is news. */
export const nothingTold: Reversals = { refundedKopiykas: 0, disputed: false }

/**
 * Tells what was returned or disputed since `told`. The charge's own two numbers are the ledger: the
 * refunded sum rises with each refund that succeeds, and falls if one of them fails later. The emails are
 * stored in the transaction that writes the new numbers, so each change is told once. Several refunds that
 * one reading finds are told as one sum. The provider tells the account's owner how a dispute ends.
 */
export async function tellReversals(
  { emailSettings, now }: Pick<Services, 'emailSettings' | 'now'>,
  trx: Transaction,
  order: Order,
  donation: Donation,
  told: Reversals,
): Promise<void> {
  const { receivedKopiykas, refundedKopiykas, paymentIntentId, livemode } = donation
  const leftKopiykas = receivedKopiykas - refundedKopiykas
  const tell = async (event: string, news: ReversalNews['news'], amountKopiykas: number) => {
    const uah = (kopiykas: number) => `${(kopiykas / 100).toFixed(2)} UAH`
    const detail = `${uah(amountKopiykas)}, ${uah(leftKopiykas)} left`
    const id = await addHistory(trx, { orderId: order.id, at: now(), event, detail })
    const payment = { paymentIntentId, livemode }
    const change = { id, news, amountKopiykas, leftKopiykas, payment }
    await insertEmails(trx, reversalEmails(emailSettings, order, change), now())
  }
  const change = refundedKopiykas - told.refundedKopiykas
  if (change > 0) await tell('refund', leftKopiykas > 0 ? 'part' : 'whole', change)
  if (change < 0) await tell('refund failed', 'failed', -change)
  if (donation.disputed && !told.disputed) await tell('dispute', 'disputed', receivedKopiykas)
}
