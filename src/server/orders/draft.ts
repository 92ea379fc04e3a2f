import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { cutExcess } from '../../shared/cut-text'
import type { Donation } from '../db/schema'
import type { SentOrder } from './save-order'

type Draft = Pick<Donation, 'draft' | 'draftedAt' | 'answeredAt'>

export const noDraft: Draft = { draft: null, draftedAt: null, answeredAt: null }

/**
 * Keeps the words of an order call if the donation has none. The sender of an order need not know the
 * client secret, so these words never replace others, and any call to the drafts replaces them. If the call
 * is answered as taken (`isAnswered`), they must end as an order.
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
  // The amount is stored as a number, but CandleOrderSchema expects the text of a request.
  v.parseJson({ reviver: (name, value) => (name === 'donationAmount' ? String(value) : value) }),
  v.object({
    sent: CandleOrderSchema,
    addressHash: v.string(),
  }),
)

/** Returns null if there is no draft, or another version wrote it. */
export function parseDraft({ draft }: Pick<Donation, 'draft'>): SentOrder | null {
  const read = v.safeParse(DraftSchema, draft)
  return read.success ? read.output : null
}
