import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { cutExcess } from '../../shared/cut-text'
import type { Donation } from '../db/schema'
import type { SentOrder } from './save-order'
import type { SyncRequest } from './sync-request'

type Draft = Pick<Donation, 'draft' | 'draftedAt'>

export const noDraft: Draft = { draft: null, draftedAt: null }

/**
 * The words that came with an order call, where the donation has none. Who sends an order need not know
 * the client secret, so its words replace none, and any words' call replaces them.
 */
export function draftOf(donation: Donation, asked: SyncRequest, now: number): Draft {
  if (donation.draft !== null || asked.kind !== 'order') return donation
  return { draft: composeDraft(asked.sentOrder), draftedAt: now }
}

export function composeDraft({ sent, addressHash, isEntered }: SentOrder): string {
  const { email, donationAmount, language } = sent
  const [name, purpose] = [cutExcess(sent.name), cutExcess(sent.purpose)]
  return JSON.stringify({
    sent: { name, purpose, email, donationAmount, language },
    addressHash,
    isEntered,
  })
}

const DraftSchema = v.pipe(
  v.string(),
  // Stored as a number, but CandleOrderSchema reads the text that a request has.
  v.parseJson({ reviver: (name, value) => (name === 'donationAmount' ? String(value) : value) }),
  v.object({
    sent: CandleOrderSchema,
    addressHash: v.string(),
    isEntered: v.optional(v.boolean(), false),
  }),
)

/** null: none, or written by another version. */
export function parseDraft({ draft }: Pick<Donation, 'draft'>): SentOrder | null {
  const read = v.safeParse(DraftSchema, draft)
  return read.success ? read.output : null
}
