export const letterKinds = [
  'donor-thanks',
  'temple-notice',
  'temple-donation-returned',
  'temple-donation-disputed',
  'donor-photo-report',
  'donor-donation-returned',
  'temple-ticket',
  'temple-answer-refused',
] as const

export type LetterKind = (typeof letterKinds)[number]

/** A letter as it is written, before it is stored. One of each kind per subject, ever. */
export interface Letter {
  /** The order, ticket or answer it is about. */
  subjectId: string
  kind: LetterKind
  recipient: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** Goes out before the others and says so in its headers. */
  urgent: boolean
  /** The stored picture it carries; its HTML shows it as `cid:photo`. */
  photoId: string | null
}

/** A letter in the outbox. Times in ms since 1970. */
export interface StoredLetter extends Letter {
  id: string
  messageId: string
  state: 'waiting' | 'sent' | 'failed'
  runAt: number
  attempts: number
  lastError: string | null
  createdAt: number
  sentAt: number | null
}
