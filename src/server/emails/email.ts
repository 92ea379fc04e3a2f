import type { Language } from '../../shared/language'
import type { DigestRules, TempleConfig } from '../config/config'

/** Rows from before also hold `donor-donation-returned` and other kinds that are no longer made. */
export type EmailKind =
  | 'donor-thanks'
  | 'donor-photo-report'
  | 'donor-photo-added'
  | 'donor-report-withdrawn'
  | 'donor-refunded'
  | 'temple-notice'
  | 'temple-digest'
  | 'temple-payment-confirmed'
  | 'temple-refunded'
  | 'temple-refund-failed'
  | 'temple-disputed'
  | 'temple-dispute-won'
  | 'temple-dispute-lost'
  | 'temple-ticket'
  | 'temple-reply-taken'
  | 'temple-reply-unclear'

/** An email before it is stored. There is one of each kind per subject, ever. */
export interface Email {
  /** The order, digest, refund, dispute, ticket or reply it is about. */
  subjectId: string
  kind: EmailKind
  recipient: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** Goes out before the others and says so in its headers. */
  urgent: boolean
  /** The stored photos it carries; its HTML shows them as `cid:photo`, `cid:photo-2` and so on. */
  photoSetId: string | null
  /** The list to print that it carries. */
  sheetHtml: string | null
  /** Message-IDs of the thread it belongs to, the one it answers last. */
  thread: string | null
}

/**
 * An email in the outbox: a row of the table `emails`, whose name stays because stores with it
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
  /** Stands below what donors get. */
  temple?: TempleConfig | null
  /** Where notices go; several addresses are separated by commas. */
  templeEmail: string
  templeLanguage: Language
  digest: DigestRules
  /** Our own address; the temple's replies come back to it. */
  from: string
  publicUrl: URL
  /** Signs the Reply-To of a notice; null where nobody reads the mailbox. */
  replyKey: string | null
}

/** What a candle is lit for, as far as its purpose says. */
export type Intention = 'health' | 'repose' | 'other'

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

/** What the temple replies to: the notice of an order, or a digest. Codes as people say them. */
export interface ReplyTarget {
  kind: 'order' | 'digest'
  code: string
}

/** An email that reached our mailbox. */
export interface Reply {
  id: string
  sender: string
  subject: string
  /** Message-IDs of its thread, its own last. */
  thread: string[]
  /** null: it answers nothing of ours. */
  target: ReplyTarget | null
}
