import type { Donation } from '../db/schema'
import type { Services } from '../services'
import type { PaymentIntent, ProviderAnswer, ProviderReversal } from '../stripe/payment-provider'
import { isOurs, staleAfterMs } from './donation'

/**
 * What the provider says of a payment. `unknown`: it is ours, or may be, and nobody can say now,
 * whatever the reason; never taken for "not paid". `foreign`: none of this service's payments, or
 * requested without its client secret.
 */
export type PaymentReading =
  | { kind: 'known'; intent: PaymentIntent; reversals: ProviderReversal[] | null }
  | { kind: 'unknown' }
  | { kind: 'foreign' }

export interface ReadOptions {
  /** Who asks must have it. */
  clientSecret?: string | undefined
  /** Cancel it if it can still be paid. */
  cancel?: boolean | undefined
  /** Something is known to have gone back, or to be disputed. */
  reversed?: boolean | undefined
}

/** Reads an intent at the provider, `donation` being our row of it; cancels it if it is stale. */
export async function readPayment(
  { provider, installation, now }: Services,
  id: string,
  donation: Donation | undefined,
  { clientSecret, cancel = false, reversed = false }: ReadOptions,
): Promise<PaymentReading> {
  const notKnown = { kind: donation ? 'unknown' : 'foreign' } as const
  if (!provider) return notKnown
  const answer = await provider.readIntent(id)
  // "There is none" of one of ours: the key of another account or mode was deployed.
  if (answer.kind === 'missing') return notKnown
  if (answer.kind !== 'ok') return { kind: 'unknown' }
  const known = { livemode: provider.livemode, installation }
  if (!isOurs(answer.value, donation, known)) return notKnown
  if (clientSecret !== undefined && clientSecret !== answer.value.clientSecret)
    return { kind: 'foreign' }
  const isStale = now() - (donation?.createdAt ?? answer.value.createdAt) >= staleAfterMs
  let last: ProviderAnswer<PaymentIntent> = answer
  if (answer.value.status === 'open' && (cancel || isStale)) {
    last = await provider.cancelIntent(id)
    // A refusal means that it was paid meanwhile, or is being paid.
    if (last.kind === 'refused') last = await provider.readIntent(id)
  }
  if (last.kind !== 'ok') return { kind: 'unknown' }
  const intent = last.value
  // Most payments are never refunded or disputed: those that are cost one more look. A charge stays
  // disputed for ever, but of a refund that failed nothing is left on it.
  const refundedKopiykas = intent.refundedKopiykas + (donation?.refundedKopiykas ?? 0)
  if (!reversed && !intent.disputed && refundedKopiykas === 0)
    return { kind: 'known', intent, reversals: null }
  const listed = await provider.listReversals(intent.id)
  return listed.kind === 'ok'
    ? { kind: 'known', intent, reversals: listed.value }
    : { kind: 'unknown' }
}
