import { insertEmails } from '../db/emails'
import { addHistory } from '../db/orders'
import type { Donation, Order } from '../db/schema'
import type { Transaction } from '../db/store'
import { type ReversalNews, reversalEmails } from '../emails/payment-emails'
import type { Services } from '../services'

type Reversals = Pick<Donation, 'refundedKopiykas' | 'disputed'>

/** What is told of a payment whose order nobody has heard of yet: everything. */
export const nothingTold: Reversals = { refundedKopiykas: 0, disputed: false }

/**
 * Tells what was returned or disputed since `told`. The charge's own two numbers are the ledger: its
 * refunded sum rises with each refund that succeeds, and falls when one of them fails later. The emails
 * are stored with the row that has the new numbers, so each change is told once. Refunds that one reading
 * finds together are told as one sum. How a dispute ends is the provider's to tell, to the account's owner.
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
