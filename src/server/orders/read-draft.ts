import * as v from 'valibot'
import { type CandleOrder, CandleOrderSchema } from '../../shared/candle-order'
import type { OrderDraft } from '../db/order-drafts'
import type { Services } from '../services'

const StoredSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ donationAmount: v.union([v.number(), v.literal('')]) }),
)

/**
 * Our own JSON of a checked order: its number is written as the text that the contract reads. Null:
 * what another version stored says nothing to this one, and the temple gets a ticket instead.
 */
export function readDraft(services: Services, draft: OrderDraft): CandleOrder | null {
  const stored = v.safeParse(StoredSchema, draft.payload)
  const read = v.safeParse(CandleOrderSchema, stored.success ? asSent(stored.output) : null)
  if (read.success) return read.output
  services.log.error({ paymentIntentId: draft.paymentIntentId }, 'a draft could not be read')
  return null
}

function asSent(stored: v.InferOutput<typeof StoredSchema>): unknown {
  return { ...stored, donationAmount: String(stored.donationAmount) }
}
