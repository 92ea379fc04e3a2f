import type { Language } from '../../shared/language'

/** Rows from before also hold `donor-donation-returned` and other kinds that are no longer made. */
export type EmailKind =
  | 'donor-thanks'
  | 'donor-photo-report'
  | 'donor-refunded'
  | 'temple-notice'
  | 'temple-refunded'
  | 'temple-refund-failed'
  | 'temple-disputed'
  | 'temple-dispute-won'
  | 'temple-dispute-lost'
  | 'temple-ticket'
  | 'temple-answer-refused'

/** An email before it is stored. There is one of each kind per subject, ever. */
export interface Email {
  /** The order, refund, dispute, ticket or reply it is about. */
  subjectId: string
  kind: EmailKind
  recipient: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** Goes out before the others and says so in its headers. */
  urgent: boolean
  /** The stored photo it carries; its HTML shows it as `cid:photo`. */
  photoId: string | null
}

/**
 * An email in the outbox: a row of the table `letters`, whose name stays because stores with it
 * exist. Times in ms since 1970.
 */
export interface StoredEmail extends Email {
  id: string
  messageId: string
  state: 'waiting' | 'sent' | 'failed'
  runAt: number
  attempts: number
  lastError: string | null
  createdAt: number
  sentAt: number | null
}

export interface EmailSettings {
  /** Where notices go; several addresses are separated by commas. */
  templeEmail: string
  templeLanguage: Language
  /** Our own address; the temple's replies come back to it. */
  from: string
  publicUrl: URL
  /** Signs the Reply-To of a notice; null where nobody reads the mailbox. */
  replyKey: string | null
}

/** One refund. `whole`: nothing of the donation is left after it. */
export interface Refund {
  id: string
  amountKopiykas: number
  whole: boolean
}

/** A dispute at the cardholder's bank. */
export interface Dispute {
  id: string
  status: 'open' | 'won' | 'lost'
}

/** An email that reached our mailbox. */
export interface Reply {
  id: string
  sender: string
}
