import { widestNetworkIn } from '../address-hash'
import type { Donation } from '../db/schema'
import type { Services } from '../services'
import type {
  Payer,
  PaymentIntent,
  PaymentProvider,
  ProviderAnswer,
} from '../stripe/payment-provider'
import { isOurs, staleAfterMs } from './donation'
import type { SyncRequest } from './sync-request'

/**
 * `unknown`: the payment may be ours and cannot be read now, which never means "not paid".
 * `not-ours`: another service's, or the client secret is wrong.
 */
export type PaymentReading =
  | { kind: 'known'; intent: PaymentIntent }
  /** `isUnasked`: too many of our calls waited for their turn. */
  | { kind: 'unknown'; isUnasked?: boolean }
  | { kind: 'not-ours' }

/** Reads an intent at the provider; cancels it if asked to, or if it is stale. */
export async function readPayment(
  services: Services,
  id: string,
  donation: Donation | undefined,
  asked: SyncRequest,
): Promise<PaymentReading> {
  const { provider, installation } = services
  // What our store has is ours, whatever the provider says: another account's key may be deployed.
  const notFound = { kind: donation ? 'unknown' : 'not-ours' } as const
  if (!provider) return notFound
  const mustCancel = asked.kind !== 'order' && asked.cancel === true
  const payer = payerOf(donation, asked)
  // A question reads first: its secret is compared before anything is canceled.
  const answer =
    asked.kind === 'check' && mustCancel
      ? await cancelIntent(provider, id, payer)
      : await provider.readIntent(id, payer)
  if (answer.kind === 'missing') return notFound
  if (answer.kind !== 'ok') return { kind: 'unknown', isUnasked: answer.kind === 'crowded' }
  const found = answer.value
  if (!isOurs(found, donation, { livemode: provider.livemode, installation })) return notFound
  if (asked.kind === 'question' && asked.clientSecret !== found.clientSecret)
    return { kind: 'not-ours' }
  const intent = await cancelIfDue(services, provider, found, { mustCancel, payer })
  return intent ? { kind: 'known', intent } : { kind: 'unknown' }
}

/**
 * The network that created the intent, or without a row that asks: nobody else can use up the turns of
 * a donor's network by asking about other payments. Once our row or an event says that it was captured,
 * nothing that a stranger asks comes before it.
 */
function payerOf(donation: Donation | undefined, asked: SyncRequest): Payer {
  return {
    network: widestNetworkIn(donation?.addressHash || addressOf(asked)),
    isCaptured: donation?.state === 'succeeded' || !!donation?.learnedBy,
  }
}

function addressOf(asked: SyncRequest): string {
  if (asked.kind === 'check') return ''
  return asked.kind === 'order' ? asked.sentOrder.addressHash : asked.addressHash
}

/**
 * Cancels an open intent that must be canceled, or is stale. Resolves to what it is then; null: nobody
 * knows whether one that must be is canceled.
 */
async function cancelIfDue(
  { log, now }: Services,
  provider: PaymentProvider,
  intent: PaymentIntent,
  { mustCancel, payer }: { mustCancel: boolean; payer: Payer },
): Promise<PaymentIntent | null> {
  if (intent.status !== 'open') return intent
  // By the provider's clock, which has just answered: ours may have been set forward by a day.
  const providerNow = now() - (provider.clockAheadMs() ?? 0)
  const isStale = providerNow - intent.createdAt >= staleAfterMs
  if (!mustCancel && !isStale) return intent
  const answer = await cancelIntent(provider, intent.id, payer)
  if (answer.kind !== 'ok' && mustCancel) return null
  const after = answer.kind === 'ok' ? answer.value : intent
  if (isStale && after.status === 'open')
    log.warn(
      { paymentIntentId: intent.id },
      'the provider does not cancel an old payment: see its dashboard',
    )
  return after
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
