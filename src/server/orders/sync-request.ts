import type { SentOrder } from './save-order'

export type SyncRequest =
  /** A browser sends the order of a payment that it believes paid. Its words are kept in any case. */
  | { kind: 'order'; sentOrder: SentOrder }
  /** A browser asks for the outcome of its payment, and may have it canceled if it is still open. */
  | {
      kind: 'question'
      clientSecret: string
      addressHash: string
      cancel: boolean
    }
  /** The server itself checks the payment. */
  | { kind: 'check'; cancel?: boolean }
