import * as v from 'valibot'
import { testCardOf } from '../cards/test-cards'
import type { Charge } from '../objects/charge'
import { newRefund } from '../objects/refund'
import type { Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'
import { type Answer, invalidRequest, noSuch, ok, refuse } from './answer'
import { changeMetadata } from './change-metadata'
import type { ApiCall } from './endpoint'
import { Expand, MetadataChange, Text, WholeNumber } from './parameters'

export const RefundParameters = v.strictObject({
  amount: v.exactOptional(WholeNumber),
  charge: v.exactOptional(Text),
  expand: v.exactOptional(Expand),
  metadata: v.exactOptional(MetadataChange),
  payment_intent: v.exactOptional(Text),
  reason: v.exactOptional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
})

type Params = v.InferOutput<typeof RefundParameters>

/** How long the bank takes over a refund it does not settle at once (its test cards). */
const bankTakesMs = 4_000

/** POST /v1/refunds */
export function createRefund({ sandbox, params, cause }: ApiCall<Params>): Answer {
  const found = chargeToRefund(sandbox, params)
  if ('status' in found && 'body' in found) return found
  const left = found.amount - found.amount_refunded
  const amount = params.amount ?? left
  const refusal = refundRefusal(found, amount, left)
  if (refusal) return refusal

  const { store, clock } = sandbox
  const late = lateness(sandbox, found)
  const refund = newRefund(found, {
    amount,
    created: clock.seconds(),
    metadata: changeMetadata({}, params.metadata),
    reason: params.reason ?? null,
    status: late === 'late' ? 'pending' : 'succeeded',
  })
  const refunded = found.amount_refunded + amount
  const charge = { ...found, amount_refunded: refunded, refunded: refunded === found.amount }
  store.objects.add(refund, found.id)
  store.objects.save(charge)
  if (late)
    store.plans.add(
      clock.now() + bankTakesMs,
      late === 'late' ? 'finish_refund' : 'fail_refund',
      refund.id,
    )
  tell(sandbox, 'refund.created', refund, cause)
  tell(sandbox, 'charge.refunded', charge, cause, { amount_refunded: found.amount_refunded })
  return ok(refund)
}

function chargeToRefund({ store }: Sandbox, params: Params): Charge | Answer {
  if (params.charge !== undefined)
    return store.objects.get('charge', params.charge) ?? noSuch('charge', params.charge, 'id')
  if (params.payment_intent === undefined)
    return invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = store.objects.get('payment_intent', params.payment_intent)
  if (!intent) return noSuch('payment_intent', params.payment_intent, 'payment_intent')
  const charge = intent.latest_charge && store.objects.get('charge', intent.latest_charge)
  if (!charge || intent.status !== 'succeeded')
    return invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )
  return charge
}

function refundRefusal(charge: Charge, amount: number, left: number): Answer | undefined {
  if (!charge.paid)
    return invalidRequest(`Charge ${charge.id} was not paid and cannot be refunded.`)
  if (charge.refunded)
    return refuse(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  if (charge.disputed)
    return refuse(400, {
      type: 'invalid_request_error',
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    })
  if (amount < 1 || amount > left)
    return invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}), or not positive.`,
      undefined,
      'amount',
    )
  return undefined
}

function lateness({ store }: Sandbox, charge: Charge): 'late' | 'fail' | undefined {
  const { outcome } = testCardOf(store.objects.noteOf(charge.payment_method) ?? '')
  return outcome.kind === 'succeeds' ? outcome.refunds : undefined
}
