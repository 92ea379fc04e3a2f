import * as v from 'valibot'
import { type CandleOrder, CandleOrderSchema } from '../../shared/candle-order'
import { cutExcess } from '../../shared/cut-text'
import type { Donation } from '../db/schema'
import type { SentOrder } from './save-order'

/** Whether a text was, or may have been, written after another one for the same payment. */
export function isNewer(text: CandleOrder, other: CandleOrder): boolean {
  return text.pressedAt === undefined || text.pressedAt >= (other.pressedAt ?? 0)
}

export type Draft = Pick<Donation, 'draft' | 'draftedAt'>

/** Of what is kept and what was sent now, the newer text. */
export function findNewerDraft(kept: Draft, sentOrder: SentOrder, now: number): Draft {
  const earlier = parseDraft(kept)
  if (earlier && !isNewer(sentOrder.sent, earlier.sent)) return kept
  return { draft: composeDraft(sentOrder), draftedAt: now }
}

export function composeDraft({ sent, addressHash, isEntered }: SentOrder): string {
  const { email, donationAmount, language, pressedAt } = sent
  const [name, purpose] = [cutExcess(sent.name), cutExcess(sent.purpose)]
  const kept = { name, purpose, email, donationAmount, language, pressedAt }
  return JSON.stringify({ sent: kept, addressHash, isEntered })
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
