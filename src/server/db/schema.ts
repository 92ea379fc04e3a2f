import type { Language } from '../../shared/language'

/**
 * The rows that migrations/ creates. Columns are snake_case in SQL (CamelCasePlugin), flags 0 or 1
 * (BooleanPlugin); amounts in kopiykas, times in ms since 1970.
 */
export interface Tables {
  orders: Order
  orderHistory: HistoryEntry & { id: string; orderId: string }
  donations: Donation
  emails: StoredEmail
  photos: { id: string; setId: string; jpegBase64: string; createdAt: number }
  presses: { id: string; at: number; result: string }
  paymentFailures: DeclinedCard
  buckets: { key: string; fullAt: number }
  /** What the doctor found when it last looked in the morning, as hashes. */
  toldFindings: { finding: string }
  watermarks: { name: string; value: number }
  secrets: { name: string; value: string; createdAt: number }
  installation: { name: string; value: string; createdAt: number }
}

/**
 * `claimed` by a browser without proof, `paid` if the provider says so, `returned` in full, `disputed`
 * once the cardholder has disputed it, however that ends.
 */
export const payments = ['none', 'claimed', 'paid', 'returned', 'disputed'] as const

export type OrderPayment = (typeof payments)[number]

/** Captured, even if returned later. */
export const capturedPayments: readonly OrderPayment[] = ['paid', 'returned', 'disputed']

type Channel = 'page' | 'form' | 'api' | 'payment'

export interface Order {
  id: string
  /** Such as `K7F3-9QXM`. */
  code: string
  idempotencyKey: string
  paymentIntentId: string | null
  /**
   * `form`: without the script. `api`: no idempotency key. `payment`: made by the server of a captured
   * payment whose words never came.
   */
  channel: Channel
  name: string
  purpose: string
  /** Its heading on the temple's list, as its index in `intentions`. */
  intention: number
  email: string | null
  language: Language
  payment: OrderPayment
  claimedKopiykas: number
  confirmedKopiykas: number
  /** Name or purpose is missing: the payment path rejects nothing, the temple asks. */
  needsDetails: boolean
  /** Name or purpose was longer than the limit and was cut. */
  shortened: boolean
  possibleDouble: boolean
  /** Its network sent many free orders in a day: it stands at the end of the temple's list. */
  crowd: boolean
  /** `dismissed`: junk or a mistake, or erased before it was lit. */
  fulfilment: 'waiting' | 'lit' | 'dismissed'
  litAt: number | null
  /** The press of the temple's page. Of old orders a reply, or `command line`. */
  litBy: string | null
  /** Since when the temple is to be told of it; null: it was, or need not be. */
  noticeDueAt: number | null
  /** What first told of it: its own id, or a summary's. */
  noticeId: string | null
  /** When a summary counts it again, if it still waits; null: never. */
  remindAt: number | null
  /** What the temple was told of its payment; null: nothing yet. */
  toldPayment: OrderPayment | null
  addressHash: string
  createdAt: number
  erasedAt: number | null
}

/** Nobody knows for whom the candle is: a captured payment came without any words. */
export function isWordless({ channel, needsDetails }: Order): boolean {
  return channel === 'payment' && needsDetails
}

export interface HistoryEntry {
  at: number
  event: string
  detail: string
}

/**
 * The browser sent its order or asked, the provider sent an event, the reconciler found what had not
 * been sent, or a scheduled check read it before any of them.
 */
export type LearnedBy = 'order' | 'question' | 'webhook' | 'reconciler' | 'check'

export interface Donation {
  paymentIntentId: string
  /** SHA-256 of the intent's client secret; null: the provider never returned it. */
  secretHash: string | null
  state: 'open' | 'processing' | 'canceled' | 'succeeded'
  amountKopiykas: number
  receivedKopiykas: number
  /** As the charge has them: the sum of its refunds, and whether it was ever disputed. */
  refundedKopiykas: number
  disputed: boolean
  livemode: boolean
  failures: number
  addressHash: string
  createdAt: number
  /** When we first knew of the success. */
  succeededAt: number | null
  /** How; before the success, who has reported it. null: not known, of old payments. */
  learnedBy: LearnedBy | null
  /** When to check it again; null: never. */
  nextCheckAt: number | null
  checkAttempts: number
  /** Incremented by each sync that writes: earlier readings of the provider may be stale. */
  revision: number
  hasOrder: boolean
  /** The order's words, kept before there is an order (orders/draft.ts). */
  draft: string | null
  draftedAt: number | null
  /** Of the newest words that came with the client secret; -1: none did. */
  draftVersion: number
  /** When an order call with these words was answered before the payment was decided; null: none was. */
  answeredAt: number | null
}

export interface DeclinedCard {
  eventId: string
  paymentIntentId: string
  addressHash: string
  at: number
}

/** To donors. All others go to the temple or to the operator. */
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
  | 'temple-pressed'
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
 * An email before it is stored. There is one of each kind per subject: a second one is stored only if
 * the first was deleted (`deleteReports`, `withdrawEmail`).
 */
export interface Email {
  /** Of what it is about: an order, an entry of its history, a press, a summary, a month. */
  subjectId: string
  kind: EmailKind
  recipient: string
  subject: string
  htmlBody: string
  textBody: string
  /** Goes out before the others and says so in its headers. */
  urgent: boolean
  /** The stored photos it carries; its HTML shows them as `cid:photo`, `cid:photo-2` and so on. */
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
  /** When a recipient last accepted it. If some rejected it, it waits with these as `recipient`. */
  sentAt: number | null
}

/** Booleans in the code, 0 or 1 in both engines. */
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
