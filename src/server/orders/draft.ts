import * as v from 'valibot'
import { type CandleOrder, CandleOrderSchema } from '../../shared/candle-order'
import { cutExcess } from '../../shared/cut-text'
import type { Donation } from '../db/schema'
import type { SentOrder } from './save-order'
import type { SyncRequest } from './sync-request'

/** Whether a text was, or may have been, written after another one for the same payment. */
function isNewer(text: CandleOrder, other: CandleOrder): boolean {
  return text.pressedAt === undefined || text.pressedAt >= (other.pressedAt ?? 0)
}

type Draft = Pick<Donation, 'draft' | 'draftedAt'>

/** The text of a payment's order: of its draft and what is sent now the newer one. null: there is none. */
export function findNewestText(donation: Donation, asked: SyncRequest): SentOrder | null {
  const draft = parseDraft(donation)
  const sentNow = asked.kind === 'check' ? null : asked.sentOrder
  return sentNow && (!draft || isNewer(sentNow.sent, draft.sent)) ? sentNow : draft
}

export const noDraft: Draft = { draft: null, draftedAt: null }

/** Of a donation without an order: the newer of the one that it has and what was sent now. */
export function findDraft(donation: Donation, asked: SyncRequest, now: number): Draft {
  if (donation.state === 'canceled') return noDraft
  if (asked.kind === 'check' || !asked.sentOrder) return donation
  if (asked.kind === 'question') return findNewerDraft(donation, asked.sentOrder, now)
  // Who sends an order need not know the client secret, so it replaces no draft; and it is kept
  // without `pressedAt`, so that any draft of the page replaces it.
  const { sent, addressHash } = asked.sentOrder
  return donation.draft === null
    ? findNewerDraft(donation, { sent: { ...sent, pressedAt: undefined }, addressHash }, now)
    : donation
}

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
function parseDraft({ draft }: Pick<Donation, 'draft'>): SentOrder | null {
  const read = v.safeParse(DraftSchema, draft)
  return read.success ? read.output : null
}
