import type { Order, Reversal, Ticket } from '../db/schema'
import type { Letter } from './letter'
import type { RefusalReason } from './texts/letter-texts'

/**
 * Turns what happened into letters. Pure and fast: templates are prepared once, at build, so that
 * writing one costs a small part of a millisecond. Everything a visitor typed is escaped.
 */
export interface LetterWriter {
  /** Thanks to the donor, where the order has an address worth trying, and the temple's notice. */
  orderPlaced(order: Order): Letter[]
  /** A refund, `whole` if nothing of the donation is left: the donor's email and the temple's. */
  refunded(order: Order, refund: { id: string; amountKopiykas: number; whole: boolean }): Letter[]
  /** A refund that failed at the bank: only the temple is told. */
  refundFailed(order: Order, refund: { id: string; amountKopiykas: number }): Letter[]
  /** A dispute at the bank was opened, or ended: only the temple is told. */
  disputed(order: Order, dispute: { id: string; status: Reversal['status'] }): Letter[]
  /** A captured payment without an order. */
  ticketOpened(ticket: Ticket): Letter
  /** The candle is lit: a report to the donor, with the stored picture where there is one. */
  candleLit(order: Order, photoId: string | null): Letter[]
  /** A mail to our mailbox that could not be used, answered with one sentence. */
  answerRefused(answerId: string, sender: string, reason: RefusalReason): Letter
}
