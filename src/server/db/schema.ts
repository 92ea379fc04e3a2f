import type { Language } from '../../shared/language'

/**
 * The rows that migrations/ creates. In SQL the columns are snake_case (CamelCasePlugin) and flags are 0 or 1
 * (BooleanPlugin). Amounts are in kopiykas, times in ms since 1970.
 */
export interface Tables {
  orders: Order
  orderHistory: HistoryEntry & { id: string; orderId: string }
  donations: Donation
  emails: StoredEmail
  photos: { id: string; setId: string; jpegBase64: string; createdAt: number }
  submissions: { id: string; at: number; result: string }
  paymentFailures: DeclinedCard
  buckets: { key: string; fullAt: number }
  /** Hashes of what the doctor found when it last looked in the morning. */
  toldFindings: { finding: string }
  watermarks: { name: string; value: number }
  secrets: { name: string; value: string; createdAt: number }
  installation: { name: string; value: string; createdAt: number }
}

/**
 * A payment is `claimed` by a browser without proof, `paid` by the provider's word, and `returned` if all of
 * it went back. It is `disputed` once the cardholder has disputed it, however that ends.
 */
export const payments = ['none', 'claimed', 'paid', 'returned', 'disputed'] as const

export type OrderPayment = (typeof payments)[number]

/** These payments were captured, even if the money went back later. */
export const capturedPayments: readonly OrderPayment[] = ['paid', 'returned', 'disputed']

type Channel = 'page' | 'form' | 'api' | 'payment'

export interface Order {
  id: string
  code: string
  idempotencyKey: string
  paymentIntentId: string | null
  /**
   * `form` came without the script and `api` without an idempotency key. The server made a `payment` order
   * of a captured payment whose words never came.
   */
  channel: Channel
  name: string
  purpose: string
  /** The index in `intentions` of its heading on the temple's list. */
  intention: number
  email: string | null
  language: Language
  payment: OrderPayment
  claimedKopiykas: number
  confirmedKopiykas: number
  /** Name or purpose is missing. The payment path rejects nothing, so the temple has to ask. */
  needsDetails: boolean
  /** Name or purpose was cut at the limit. */
  shortened: boolean
  possibleDouble: boolean
  /** Its network sent many free orders in a day, so it stands at the end of the temple's list. */
  crowd: boolean
  /** A `dismissed` order is junk or a mistake, or was erased before it was lit. */
  fulfilment: 'waiting' | 'lit' | 'dismissed'
  litAt: number | null
  /** The id of the submission that lit it. Orders of 0.2 name a reply or `command line`. */
  litBy: string | null
  /** The temple is to be told since this time. Null means that it was told, or need not be. */
  noticeDueAt: number | null
  /** The email that first told of it: its own id for a notice, or the id of a summary. */
  noticeId: string | null
  /** A summary counts the order again at this time if it still waits. */
  remindAt: number | null
  /** The state of the payment as the temple was last told. */
  toldPayment: OrderPayment | null
  addressHash: string
  createdAt: number
  erasedAt: number | null
}

/** Returns whether a captured payment came without any words, so nobody knows for whom the candle is. */
export function isWordless({ channel, needsDetails }: Order): boolean {
  return channel === 'payment' && needsDetails
}

export interface HistoryEntry {
  at: number
  event: string
  detail: string
}

/**
 * How a success became known: the browser sent its order or asked, the provider sent an event, the
 * reconciler found what had not been sent, or a scheduled check was first.
 */
export type LearnedBy = 'order' | 'question' | 'webhook' | 'reconciler' | 'check'

export interface Donation {
  paymentIntentId: string
  /** SHA-256 of the intent's client secret. It is null if the provider never returned the secret. */
  secretHash: string | null
  state: 'open' | 'processing' | 'canceled' | 'succeeded'
  amountKopiykas: number
  receivedKopiykas: number
  /** The charge's own numbers: the sum of its refunds, and whether it was ever disputed. */
  refundedKopiykas: number
  disputed: boolean
  livemode: boolean
  /** The cards that were declined since Pay was clicked last. */
  failures: number
  addressHash: string
  createdAt: number
  /** We first knew of the success at this time. */
  succeededAt: number | null
  /** Who told of the success first, perhaps before it could be verified. */
  learnedBy: LearnedBy | null
  /** The next check is due at this time. Null means that nothing more is expected. */
  nextCheckAt: number | null
  checkAttempts: number
  /** Each sync that writes increments this, because earlier readings of the provider may be stale. */
  revision: number
  hasOrder: boolean
  /** The words of an order that is not stored yet (orders/draft.ts). */
  draft: string | null
  draftedAt: number | null
  /** The version of the newest words that came with the client secret, or -1. */
  draftVersion: number
  /** An order call with these words was answered at this time, before the payment was decided. */
  answeredAt: number | null
}

export interface DeclinedCard {
  eventId: string
  paymentIntentId: string
  addressHash: string
  at: number
}

/** These emails go to donors. All others go to the temple or to the operator. */
export const donorEmailKinds = [
  'donor-thanks',
  'donor-photo-report',
  'donor-photo-added',
  'donor-report-withdrawn',
  'donor-refunded',
] as const

export type DonorEmailKind = (typeof donorEmailKinds)[number]

export type TempleEmailKind =
  | 'temple-notice'
  | 'temple-summary'
  | 'temple-payment-confirmed'
  | 'temple-details-added'
  | 'temple-refunded'
  | 'temple-refund-failed'
  | 'temple-disputed'
  | 'temple-submission'
  | 'temple-link'
  | 'operator-findings'

export type EmailKind = DonorEmailKind | TempleEmailKind

export function isToDonor({ kind }: { kind: EmailKind }): boolean {
  const donorKinds: readonly EmailKind[] = donorEmailKinds
  return donorKinds.includes(kind)
}

export function isToTemple({ kind }: { kind: EmailKind }): boolean {
  return kind.startsWith('temple-')
}

export const reportKinds: EmailKind[] = ['donor-photo-report', 'donor-photo-added']

/**
 * An email before it is stored. A subject has one email of each kind. A second one is stored only if the
 * first was deleted (`deleteReports`, `withdrawEmail`).
 */
export interface Email {
  /**
   * The id of what it is about: an order, an entry of its history, a submission, a summary, an hour or a
   * day.
   */
  subjectId: string
  kind: EmailKind
  recipient: string
  subject: string
  htmlBody: string
  textBody: string
  /** An urgent email goes out before the others and says so in its headers. */
  urgent: boolean
  /** The stored photos that it carries. Its HTML shows them as `cid:photo`, `cid:photo-2` and so on. */
  photoSetId: string | null
  messageId: string
}

export interface StoredEmail extends Email {
  id: string
  state: 'waiting' | 'sent' | 'failed'
  runAt: number
  attempts: number
  lastError: string | null
  createdAt: number
  /**
   * A recipient last accepted the email at this time. If others rejected it, the email waits, and
   * `recipient` names only them.
   */
  sentAt: number | null
}

/** These columns are booleans in the code, and 0 or 1 in both engines. */
export const flagColumns = [
  'needsDetails',
  'shortened',
  'possibleDouble',
  'crowd',
  'disputed',
  'livemode',
  'hasOrder',
  'urgent',
] as const

export function toStored(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}
