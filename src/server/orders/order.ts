import * as v from 'valibot'
import { type CandleOrder, CandleOrderSchema } from '../../shared/candle-order'
import { cutText, textLimit } from '../../shared/plain-text'
import { randomCode } from '../db/orders'
import type { Donation, Order } from '../db/schema'
import { randomId } from '../db/store'
import { toKopiykas } from './donation'

/** Validated at the boundary. */
export interface OrderRequest {
  sent: CandleOrder
  addressHash: string
  /** An operator entered it. */
  isEntered?: boolean
}

/** Rejects nothing: missing or too long texts are flagged. */
export function composeOrder(
  { sent, addressHash }: OrderRequest,
  circumstances: Pick<
    Order,
    'idempotencyKey' | 'paymentIntentId' | 'channel' | 'payment' | 'confirmedKopiykas'
  >,
  now: number,
): Order {
  return {
    ...circumstances,
    id: randomId(),
    code: randomCode(),
    name: cutText(sent.name, textLimit),
    purpose: cutText(sent.purpose, textLimit),
    // An invalid address is kept for the temple to read.
    email: sent.email || null,
    language: sent.language,
    claimedKopiykas: claimedKopiykas(sent),
    needsDetails: sent.name === '' || sent.purpose === '',
    shortened: isTooLong(sent),
    possibleDouble: false,
    fulfilment: 'waiting',
    litAt: null,
    litBy: null,
    noticeDueAt: null,
    noticeId: null,
    noticeNumber: null,
    toldPayment: null,
    addressHash,
    createdAt: now,
    erasedAt: null,
  }
}

export function isTooLong(sent: CandleOrder): boolean {
  return sent.name.length > textLimit || sent.purpose.length > textLimit
}

export function claimedKopiykas(sent: CandleOrder): number {
  return sent.donationAmount === '' ? 0 : toKopiykas(sent.donationAmount)
}

/** Whether a text was, or may have been, written after another one for the same payment. */
export function isNewer(text: CandleOrder, other: CandleOrder): boolean {
  return text.pressedAt === undefined || text.pressedAt >= (other.pressedAt ?? 0)
}

/** Keeps the existing draft if it is newer. */
export function setNewerDraft(donation: Donation, request: OrderRequest, now: number): Donation {
  const earlier = readDraft(donation)
  if (earlier && !isNewer(request.sent, earlier.sent)) return donation
  return { ...donation, draft: composeDraft(request), draftedAt: now }
}

export function composeDraft({ sent, addressHash, isEntered }: OrderRequest): string {
  const { email, donationAmount, language, pressedAt } = sent
  // Longer than an order keeps, by an emoji's two units: the order is still flagged as shortened.
  const [name, purpose] = [sent.name, sent.purpose].map(text => cutText(text, textLimit + 2))
  const kept = { name, purpose, email, donationAmount, language, pressedAt }
  return JSON.stringify({ sent: kept, addressHash, isEntered })
}

const DraftSchema = v.pipe(
  v.string(),
  // The schema of a request reads the amount as text.
  v.parseJson({ reviver: (name, value) => (name === 'donationAmount' ? String(value) : value) }),
  v.object({
    sent: CandleOrderSchema,
    addressHash: v.string(),
    isEntered: v.optional(v.boolean(), false),
  }),
)

/** null: none, or written by another version. */
export function readDraft({ draft }: Pick<Donation, 'draft'>): OrderRequest | null {
  const read = v.safeParse(DraftSchema, draft)
  return read.success ? read.output : null
}
