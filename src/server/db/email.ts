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

/** The kinds that report to a donor that the candle is lit. */
export const reportKinds: EmailKind[] = ['donor-photo-report', 'donor-photo-added']

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

/** An email in the outbox. Times in ms since 1970. */
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
