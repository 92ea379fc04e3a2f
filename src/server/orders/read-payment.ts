import { widestNetworkIn } from '../address-hash'
import type { Donation } from '../db/schema'
import type { Services } from '../services'
import type {
  Payer,
  PaymentIntent,
  PaymentProvider,
  ProviderAnswer,
  ProviderReversal,
} from '../stripe/payment-provider'
import { isOurs, staleAfterMs } from './donation'
import type { SyncRequest } from './sync-request'

/**
 * `unknown`: the payment may be ours and cannot be read now, which never means "not paid".
 * `not-ours`: another service's, or the client secret is wrong. `reversals`: null if there are none;
 * `unlisted` if there are some that cannot be listed now.
 */
export type PaymentReading =
  | { kind: 'known'; intent: PaymentIntent; reversals: ProviderReversal[] | 'unlisted' | null }
  | { kind: 'unknown' }
  | { kind: 'not-ours' }

/** Reads an intent at the provider; cancels it if asked to, or if it is stale. */
export async function readPayment(
  { provider, installation, log, now }: Services,
  id: string,
  donation: Donation | undefined,
  asked: SyncRequest,
): Promise<PaymentReading> {
  // What our store has is ours, whatever the provider says: another account's key may be deployed.
  const notFound = { kind: donation ? 'unknown' : 'not-ours' } as const
  if (!provider) return notFound
  if (!mayReadProvider(asked)) return { kind: 'unknown' }
  const mustCancel = asked.kind !== 'order' && asked.cancel
  const payer = payerOf(donation, asked)
  // A question reads first: its secret is compared before anything is canceled.
  const answer =
    asked.kind === 'check' && mustCancel
      ? await cancelIntent(provider, id, payer)
      : await provider.readIntent(id, payer)
  if (answer.kind === 'missing') return notFound
  if (answer.kind !== 'ok') return { kind: 'unknown' }
  const { livemode } = provider
  if (!isOurs(answer.value, donation, { livemode, installation })) return notFound
  if (asked.kind === 'question' && asked.clientSecret !== answer.value.clientSecret)
    return { kind: 'not-ours' }
  // By the provider's clock, which has just answered: ours may have been set forward by a day.
  const providerNow = now() - (provider.clockAheadMs() ?? 0)
  const isStale = providerNow - answer.value.createdAt >= staleAfterMs
  const isOpen = answer.value.status === 'open'
  const canceled =
    isOpen && (mustCancel || isStale) ? await cancelIntent(provider, id, payer) : answer
  if (canceled.kind !== 'ok' && mustCancel) return { kind: 'unknown' }
  // A stale one that the provider does not cancel is as open as it was read.
  const intent = canceled.kind === 'ok' ? canceled.value : answer.value
  if (isStale && intent.status === 'open')
    log.warn(
      { paymentIntentId: id },
      'the provider does not cancel an old payment: see its dashboard',
    )
  // Most payments need no second call. A charge does not say that a refund failed: our row knows of it.
  const hasReport = donation !== undefined && donation.reversalReportedAt !== null
  const refundedKopiykas = intent.refundedKopiykas + (donation?.refundedKopiykas ?? 0)
  if (!hasReport && !intent.everDisputed && refundedKopiykas === 0)
    return { kind: 'known', intent, reversals: null }
  const listed = await provider.listReversals(intent.id)
  return { kind: 'known', intent, reversals: listed.kind === 'ok' ? listed.value : 'unlisted' }
}

function mayReadProvider(asked: SyncRequest): boolean {
  if (asked.kind === 'check') return true
  return asked.kind === 'order' ? asked.limits.mayReadProvider : asked.mayReadProvider
}

/**
 * The network that created the intent, or without a row that asks: nobody else can use up the turns of
 * a donor's network by asking about other payments.
 */
function payerOf(donation: Donation | undefined, asked: SyncRequest): Payer {
  const asking = asked.kind === 'check' ? '' : (asked.sentOrder?.addressHash ?? '')
  return {
    network: widestNetworkIn(donation?.addressHash || asking),
    isCaptured: donation?.state === 'succeeded',
  }
}

/** The intent, canceled unless it was paid meanwhile or is being paid. */
async function cancelIntent(
  provider: PaymentProvider,
  id: string,
  payer: Payer,
): Promise<ProviderAnswer<PaymentIntent>> {
  const answer = await provider.cancelIntent(id, payer)
  return answer.kind === 'rejected' ? provider.readIntent(id, payer) : answer
}
