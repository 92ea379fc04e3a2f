import * as v from 'valibot'
import { type CandleOrder, CandleOrderSchema } from '../../shared/candle-order'
import { isFilled } from '../../shared/order-form'
import { cutText, textLimit } from '../../shared/plain-text'
import { randomCode, randomId } from '../db/random'
import type { Donation, Order, OrderDraft } from '../db/schema'
import { paymentOf, toKopiykas } from './donation'

/** What a browser asks for, checked at the border. */
export interface OrderRequest {
  sent: CandleOrder
  addressHash: string
}

type Circumstances = Pick<
  Order,
  'idempotencyKey' | 'paymentIntentId' | 'source' | 'payment' | 'confirmedKopiykas'
>

/** What was sent becomes an order. Nothing is refused here: what is missing or too long is flagged. */
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

/** The order of a payment, as far as the payment is known: else it is still to be verified. */
export function composePaidOrder(
  request: OrderRequest,
  donation: Donation,
  { source, now }: { source: Order['source']; now: number },
): Order {
  const id = donation.paymentIntentId ?? ''
  const circumstances = {
    idempotencyKey: id,
    paymentIntentId: id,
    source,
    payment: paymentOf(donation, 'verifying'),
    confirmedKopiykas: donation.receivedKopiykas,
  }
  return composeOrder(request, circumstances, now)
}

export function isTooLong(sent: CandleOrder): boolean {
  return sent.name.length > textLimit || sent.purpose.length > textLimit
}

/** What the browser says was given, in kopiykas: a claim, never a proof. */
export function claimedKopiykas(sent: CandleOrder): number {
  return sent.donationAmount === '' ? 0 : toKopiykas(sent.donationAmount)
}

/** A draft of this order: what the visitor wrote, until its payment is known. */
export function composeDraft(
  paymentIntentId: string,
  { sent, addressHash }: OrderRequest,
  now: number,
): OrderDraft {
  // Two units (an emoji) more than an order keeps, or it could not be told that it was shortened.
  const cut = (text: string) => cutText(text, textLimit + 2)
  const payload = JSON.stringify({ ...sent, name: cut(sent.name), purpose: cut(sent.purpose) })
  return { paymentIntentId, payload, addressHash, createdAt: now }
}

// Our own JSON of a checked order: its number is written as the text that the schema reads.
const StoredSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    donationAmount: v.pipe(v.union([v.number(), v.literal('')]), v.transform(String)),
  }),
  v.transform((stored): unknown => stored),
  CandleOrderSchema,
)

/** Null: what another version stored says nothing to this one. */
export function readDraft(draft: OrderDraft): OrderRequest | null {
  const read = v.safeParse(StoredSchema, draft.payload)
  return read.success ? { sent: read.output, addressHash: draft.addressHash } : null
}
