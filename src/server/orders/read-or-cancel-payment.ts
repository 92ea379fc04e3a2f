import { widestNetworkIn } from '../address-hash'
import type { Donation } from '../db/schema'
import type { Services } from '../services'
import type {
  Caller,
  PaymentIntent,
  PaymentProvider,
  ProviderAnswer,
} from '../stripe/payment-provider'
import { isOurs, staleAfterMs } from './donation'
import type { SyncRequest } from './sync-request'

/**
 * `unknown` means that the payment may be ours and cannot be read now, never that it is unpaid; with
 * `isUnasked` the call got no turn at the provider. `not-ours` means that it belongs to another service, or
 * that the client secret is wrong.
 */
export type PaymentReading =
  | { kind: 'known'; intent: PaymentIntent }
  | { kind: 'unknown'; isUnasked?: boolean }
  | { kind: 'not-ours' }

/** Reads an intent at the provider, and cancels it if the request says so or if it is stale. */
export async function readOrCancelPayment(
  services: Services,
  id: string,
  donation: Donation | undefined,
  request: SyncRequest,
): Promise<PaymentReading> {
  const { provider, installation } = services
  // A stored donation is ours even if the provider does not know it: the key of another account may be set.
  const notFound = { kind: donation ? 'unknown' : 'not-ours' } as const
  if (!provider) return notFound
  const mustCancel = request.kind !== 'order' && request.cancel === true
  const caller = callerOf(donation, request)
  // A question reads the intent first, so that its secret is compared before anything is canceled.
  const answer =
    request.kind === 'check' && mustCancel
      ? await cancelIntent(provider, id, caller)
      : await provider.readIntent(id, caller)
  if (answer.kind === 'missing') return notFound
  if (answer.kind !== 'ok') return { kind: 'unknown', isUnasked: answer.kind === 'crowded' }
  const found = answer.value
  if (!isOurs(found, donation, { livemode: provider.livemode, installation })) return notFound
  if (request.kind === 'question' && request.clientSecret !== found.clientSecret)
    return { kind: 'not-ours' }
  const intent = await cancelIfDue(services, provider, found, { mustCancel, caller })
  return intent ? { kind: 'known', intent } : { kind: 'unknown' }
}

/**
 * A call counts for the network that created the intent, or, without a row, for the one that asks. So
 * nobody can use up the turns of a donor's network by asking about other payments. A payment that our
 * row or an event calls captured goes before everything that strangers ask.
 */
function callerOf(donation: Donation | undefined, request: SyncRequest): Caller {
  return {
    network: widestNetworkIn(donation?.addressHash || addressOf(request)),
    isCaptured: donation?.state === 'succeeded' || !!donation?.learnedBy,
  }
}

function addressOf(request: SyncRequest): string {
  if (request.kind === 'check') return ''
  return request.kind === 'order' ? request.sentOrder.addressHash : request.addressHash
}

/**
 * Cancels an open intent that must be canceled or is stale, and returns its new state. Returns null if
 * it must be canceled and nobody knows whether it is.
 */
async function cancelIfDue(
  { log, now }: Services,
  provider: PaymentProvider,
  intent: PaymentIntent,
  { mustCancel, caller }: { mustCancel: boolean; caller: Caller },
): Promise<PaymentIntent | null> {
  if (intent.status !== 'open') return intent
  // The provider has just told its time, and our clock may have been set forward by a day.
  const providerNow = now() - (provider.clockAheadMs() ?? 0)
  const isStale = providerNow - intent.createdAt >= staleAfterMs
  if (!mustCancel && !isStale) return intent
  const answer = await cancelIntent(provider, intent.id, caller)
  if (answer.kind !== 'ok' && mustCancel) return null
  const after = answer.kind === 'ok' ? answer.value : intent
  if (isStale && after.status === 'open')
    log.warn(
      { paymentIntentId: intent.id },
      'the provider does not cancel an old payment: see its dashboard',
    )
  return after
}

/** Returns the intent canceled, or as it is if it was paid meanwhile or is being paid. */
async function cancelIntent(
  provider: PaymentProvider,
  id: string,
  caller: Caller,
): Promise<ProviderAnswer<PaymentIntent>> {
  const answer = await provider.cancelIntent(id, caller)
  return answer.kind === 'rejected' ? provider.readIntent(id, caller) : answer
}
