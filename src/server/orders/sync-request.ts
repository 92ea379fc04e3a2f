import type { SentOrder } from './save-order'

export type SyncRequest =
  /** A browser sends the order of a payment that it believes paid: its words are kept in any case. */
  | { kind: 'order'; sentOrder: SentOrder }
  /** A browser requests the outcome of its payment. */
  | {
      kind: 'question'
      clientSecret: string
      /** Where the question comes from. */
      addressHash: string
      /** Cancel the payment if it can still be paid. */
      cancel: boolean
    }
  /** The server's own check. */
  | { kind: 'check'; cancel?: boolean }
