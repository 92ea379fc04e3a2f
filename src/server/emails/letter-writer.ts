import type { Order } from '../orders/order'
import type { Ticket } from '../orders/ticket'
import type { Letter } from './letter'
import type { RefusalReason } from './texts/letter-texts'

/**
 * Turns what happened into letters. Pure and fast: templates are prepared once, at build, so that
 * writing one costs a small part of a millisecond. Everything a visitor typed is escaped.
 */
export interface LetterWriter {
  /** Thanks to the donor, where the order has an address worth trying, and the temple's notice. */
  orderPlaced(order: Order): Letter[]
  /** A refund: the donor's letter and the temple's. Amount in kopiykas. */
  donationReturned(order: Order, returnedKopiykas: number): Letter[]
  /** A dispute at the bank: only the temple is told. */
  donationDisputed(order: Order): Letter[]
  /** A captured payment without an order. */
  ticketOpened(ticket: Ticket): Letter
  /** The candle is lit: a report to the donor, with the stored picture where there is one. */
  candleLit(order: Order, photoId: string | null): Letter[]
  /** A mail to our mailbox that could not be used, answered with one sentence. */
  answerRefused(answerId: string, sender: string, reason: RefusalReason): Letter
}
