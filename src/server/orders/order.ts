import * as v from 'valibot'
import { type CandleOrder, CandleOrderSchema } from '../../shared/candle-order'
import { cutText, isFilled, textLimit } from '../../shared/plain-text'
import { randomCode, randomId } from '../db/random'
import type { Donation, Order } from '../db/schema'
import { paymentOf, toKopiykas } from './donation'

/** An order as it was sent, validated at the boundary. */
export interface OrderRequest {
  sent: CandleOrder
  addressHash: string
}

type Circumstances = Pick<
  Order,
  'idempotencyKey' | 'paymentIntentId' | 'channel' | 'payment' | 'confirmedKopiykas'
>

/** Rejects nothing: what is missing or too long is flagged. */
export function composeOrder(
  { sent, addressHash }: OrderRequest,
  circumstances: Circumstances,
  now: number,
): Order {
  return {
    ...circumstances,
    id: randomId(),
    code: randomCode(),
    name: cutText(sent.name, textLimit),
    purpose: cutText(sent.purpose, textLimit),
    // A mistyped address is kept for the temple to read; no email goes to it.
    email: sent.email || null,
    language: sent.language,
    prefersDonation: sent.prefersDonation,
    claimedKopiykas: claimedKopiykas(sent),
    needsDetails: !isFilled(sent.name) || !isFilled(sent.purpose),
    shortened: isTooLong(sent),
    possibleDouble: false,
    fulfilment: 'waiting',
    litAt: null,
    litBy: null,
    noticeDueAt: null,
    noticeId: null,
    noticeNumber: null,
    userAgent: sent.userAgent,
    referrer: sent.referrer,
    browserLanguage: sent.browserLanguage,
    addressHash,
    createdAt: now,
    erasedAt: null,
  }
}

/** The order of a payment: still to be verified where the provider has not confirmed it. */
export function composePaidOrder(
  request: OrderRequest,
  donation: Donation,
  channel: Order['channel'],
  now: number,
): Order {
  const id = donation.paymentIntentId ?? ''
  const circumstances = {
    idempotencyKey: id,
    paymentIntentId: id,
    channel,
    payment: paymentOf(donation, 'verifying'),
    confirmedKopiykas: donation.receivedKopiykas,
  }
  return composeOrder(request, circumstances, now)
}

export function isTooLong(sent: CandleOrder): boolean {
  return sent.name.length > textLimit || sent.purpose.length > textLimit
}

/** What the browser claims was donated, in kopiykas. */
export function claimedKopiykas(sent: CandleOrder): number {
  return sent.donationAmount === '' ? 0 : toKopiykas(sent.donationAmount)
}

/** Whether a text was written after another one for the same payment, or may have been. */
export function isNewer(text: CandleOrder, other: CandleOrder): boolean {
  return text.pressedAt === undefined || text.pressedAt >= (other.pressedAt ?? 0)
}

/** The donation with this text as its draft, unless the one it has is newer. */
export function setNewerDraft(donation: Donation, request: OrderRequest, now: number): Donation {
  const earlier = readDraft(donation)
  if (earlier && !isNewer(request.sent, earlier.sent)) return donation
  return { ...donation, draft: composeDraft(request), draftedAt: now }
}

/** The JSON that a donation keeps of an order until its payment is known. */
export function composeDraft({ sent, addressHash }: OrderRequest): string {
  // Two units (an emoji) more than an order keeps, or nobody could tell that it was shortened.
  const cut = (text: string) => cutText(text, textLimit + 2)
  return JSON.stringify({
    sent: { ...sent, name: cut(sent.name), purpose: cut(sent.purpose) },
    addressHash,
  })
}

const DraftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    sent: v.pipe(
      // The schema of a request reads the amount as text.
      v.looseObject({
        donationAmount: v.pipe(v.union([v.number(), v.literal('')]), v.transform(String)),
      }),
      v.transform((stored): unknown => stored),
      CandleOrderSchema,
    ),
    addressHash: v.string(),
  }),
)

/** Null: there is none, or another version wrote it. */
export function readDraft({ draft }: Pick<Donation, 'draft'>): OrderRequest | null {
  const read = v.safeParse(DraftSchema, draft)
  return read.success ? read.output : null
}
