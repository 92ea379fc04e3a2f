import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { cutExcess } from '../../shared/cut-text'
import { widestNetworkIn } from '../address-hash'
import { findDonation } from '../db/donations'
import type { Donation } from '../db/schema'
import type { Services } from '../services'
import { hashSecret, isSecretOf } from './donation'
import { firstCheckAfterMs } from './next-check'
import type { SentOrder } from './save-order'

interface SentWords {
  clientSecret: string
  version: number
  sentOrder: SentOrder
}

/**
 * Saves the words of a payment's order as its draft, unless it has newer words or a complete order. Returns
 * false if this server does not know the payment or the client secret is wrong.
 */
export async function saveDraft(
  { store, saveWords, now }: Services,
  paymentIntentId: string,
  { clientSecret, version, sentOrder }: SentWords,
): Promise<boolean> {
  const words = {
    paymentIntentId,
    secretHash: hashSecret(clientSecret),
    composeDraft: (kept: string | null) => composeDraft(keepFilled(sentOrder, kept)),
    version,
    now: now(),
    checkAt: now() + firstCheckAfterMs,
  }
  if (await saveWords(widestNetworkIn(sentOrder.addressHash), words)) return true
  const donation = await findDonation(store.db, paymentIntentId)
  return donation !== undefined && isSecretOf(donation, clientSecret)
}

/** If the name or the purpose is empty, a page that was reloaded may have lost words that are kept. */
function keepFilled({ sent, addressHash }: SentOrder, draft: string | null): SentOrder {
  const kept = parseDraft({ draft })?.sent
  if (!kept || (sent.name !== '' && sent.purpose !== '')) return { sent, addressHash }
  const name = sent.name || kept.name
  const purpose = sent.purpose || kept.purpose
  return { sent: { ...sent, name, purpose, email: sent.email || kept.email }, addressHash }
}

export type Draft = Pick<Donation, 'draft' | 'draftedAt' | 'answeredAt'>

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

function composeDraft({ sent, addressHash }: SentOrder): string {
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
