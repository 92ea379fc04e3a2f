import type { Donation, Order, Reversal, StoredEmail, Ticket } from '../../src/server/db/schema'

/** A charge as the payment provider lists it. Amounts in kopiykas. */
export interface Charge {
  id: string
  payment_intent: string
  amount: number
  amount_refunded: number
  disputed: boolean
  paid: boolean
  status: string
}

/** A dispute as the provider lists it. */
export interface Dispute {
  payment_intent: string
  status: string
}

/** A payment intent as the payment provider lists it. */
export interface Intent {
  id: string
  status: string
  amount: number
  amount_received: number
  metadata: Record<string, string>
}

/** A visitor's view of one order. */
export interface Candle {
  visitor: string
  /** Every intent created for it, the last one being the one to pay. */
  intents: string[]
  /** Keys of orders that were answered `success: true`. */
  confirmedKeys: string[]
  /** Orders rejected after their payment was captured. */
  rejectedAfterPayment: string[]
  /** Payments reported as canceled, which must not be charged. */
  canceled: string[]
  /** An address that emails can be sent to. */
  email: string | null
  /** Calls whose answer set a cookie. */
  cookies: string[]
}

/** The state of the store and of the provider, what was emailed, and what visitors were shown. */
export interface Snapshot {
  orders: Order[]
  tickets: Ticket[]
  donations: Donation[]
  reversals: Reversal[]
  emails: StoredEmail[]
  /** When the reconciler last finished by the server's clock, ms; 0: never. */
  reconciledUntil: number
  /** Names of the mail files, one for each delivery. */
  mails: string[]
  charges: Charge[]
  disputes: Dispute[]
  intents: Intent[]
  candles: Candle[]
}
