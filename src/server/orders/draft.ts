import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { cutExcess } from '../../shared/cut-text'
import type { Donation } from '../db/schema'
import type { SentOrder } from './save-order'

type Draft = Pick<Donation, 'draft' | 'draftedAt' | 'answeredAt'>

export const noDraft: Draft = { draft: null, draftedAt: null, answeredAt: null }

/**
 * The words of an order call, where the donation has none. Who sends an order need not know the client
 * secret, so its words replace none, and any words' call replaces them. `isAnswered`: the call is
 * answered as if its order were stored, so these words must end as an order.
 */
export function addDraft(
  donation: Donation,
  sentOrder: SentOrder,
  { isAnswered, now }: { isAnswered: boolean; now: number },
): Draft {
  const { draft, draftedAt, answeredAt } = donation
  return {
    ...(draft === null ? { draft: composeDraft(sentOrder), draftedAt: now } : { draft, draftedAt }),
    answeredAt: isAnswered ? (answeredAt ?? now) : answeredAt,
  }
}

export function composeDraft({ sent, addressHash }: SentOrder): string {
  const { email, donationAmount, language } = sent
  const [name, purpose] = [cutExcess(sent.name), cutExcess(sent.purpose)]
  return JSON.stringify({
    sent: { name, purpose, email, donationAmount, language },
    addressHash,
  })
}

const DraftSchema = v.pipe(
  v.string(),
  // Stored as a number, but CandleOrderSchema reads the text that a request has.
  v.parseJson({ reviver: (name, value) => (name === 'donationAmount' ? String(value) : value) }),
  v.object({
    sent: CandleOrderSchema,
    addressHash: v.string(),
  }),
)

/** null: none, or written by another version. */
export function parseDraft({ draft }: Pick<Donation, 'draft'>): SentOrder | null {
  const read = v.safeParse(DraftSchema, draft)
  return read.success ? read.output : null
}
