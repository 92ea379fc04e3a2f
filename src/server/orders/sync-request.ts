import type { SentOrder } from './save-order'

/** What the rate limits leave to an order that names a payment. */
export interface OrderLimits {
  /** False: its address has used up its reads of the provider. */
  mayReadProvider: boolean
  /** Asked once before an order is stored whose payment neither the provider nor our row proves. */
  mayStoreUnverified(): boolean
}

export type SyncRequest =
  /** A browser sends the order of a payment that it believes paid: kept even if unverifiable. */
  | { kind: 'order'; sentOrder: SentOrder; limits: OrderLimits }
  /** A browser requests the outcome of its payment. */
  | {
      kind: 'question'
      clientSecret: string
      /** Where the question comes from. */
      addressHash: string
      /** Cancel the payment if it can still be paid. */
      cancel: boolean
      /** As in `OrderLimits`. */
      mayReadProvider: boolean
    }
  /** The server's own check. */
  | { kind: 'check'; cancel?: boolean }
