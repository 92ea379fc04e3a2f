import * as v from 'valibot'
import { testCardOf } from '../cards/test-cards'
import type { Charge } from '../objects/charge'
import { type Account, accountOf } from '../objects/new-id'
import { newRefund, type Refund } from '../objects/refund'
import type { Sandbox } from '../sandbox'
import { everything } from '../store/page'
import { tell } from '../webhooks/tell'
import { type Answer, invalidRequest, noSuch, ok, refuse } from './answer'
import { changeMetadata } from './change-metadata'
import type { ApiCall } from './endpoint'
import { Expand, MetadataChange, Text, WholeNumber } from './parameters'

export const RefundReasonText = v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])

export const RefundParameters = v.strictObject({
  amount: v.exactOptional(WholeNumber),
  charge: v.exactOptional(Text),
  expand: v.exactOptional(Expand),
  metadata: v.exactOptional(MetadataChange),
  payment_intent: v.exactOptional(Text),
  reason: v.exactOptional(RefundReasonText),
})

type Params = v.InferOutput<typeof RefundParameters>

/** A bank that takes its time over a refund, sends it back after it looked done, or both. */
export type RefundCourse = 'late' | 'fail' | 'late_fail'

/** How long the bank takes over a refund it does not settle at once (its test cards). */
const bankTakesMs = 4_000

/** POST /v1/refunds */
export function createRefund(
  { sandbox, params, cause, account }: ApiCall<Params>,
  course?: RefundCourse,
): Answer {
  const found = chargeToRefund(sandbox, params, account)
  if ('status' in found && 'body' in found) return found
  const left = unrefunded(sandbox, found)
  const amount = params.amount ?? left
  const disputes = sandbox.store.objects.list('dispute', everything, found.id)
  const barred = disputes.some(dispute => !dispute.is_charge_refundable)
  const refusal = refundRefusal(found, amount, left, barred)
  if (refusal) return refusal

  const { store, clock } = sandbox
  const asked = course ?? courseOf(sandbox, found)
  const pending = asked === 'late' || asked === 'late_fail'
  const refund = newRefund(found, {
    amount,
    created: clock.seconds(),
    metadata: changeMetadata({}, params.metadata),
    reason: params.reason ?? null,
    status: pending ? 'pending' : 'succeeded',
  })
  store.objects.add(refund, found.id)
  const act = asked === 'late' ? 'finish_refund' : 'fail_refund'
  const due = clock.now() + (course === 'fail' ? 0 : bankTakesMs)
  if (asked) store.plans.add(due, act, refund.id)
  tell(sandbox, 'refund.created', refund, cause)
  if (pending) return ok(refund)
  const charge = withRefunded(found, amount)
  store.objects.save(charge)
  tell(sandbox, 'charge.refunded', charge, cause, { amount_refunded: found.amount_refunded })
  return ok(refund)
}

/** The charge with so much more given back, or less. A pending refund does not count yet. */
export function withRefunded(charge: Charge, change: number): Charge {
  const refunded = charge.amount_refunded + change
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
}

/** What may still be given back: pending refunds have been promised already. */
function unrefunded({ store }: Sandbox, charge: Charge): number {
  const taken = (one: Refund) => (one.status === 'pending' ? one.amount : 0)
  const refunds = store.objects.list('refund', { ...everything, limit: 1000 }, charge.id)
  const promised = refunds.reduce((sum, one) => sum + taken(one), 0)
  return charge.amount - charge.amount_refunded - promised
}

function chargeToRefund({ store }: Sandbox, params: Params, account: Account): Charge | Answer {
  const isOurs = (one: { id: string }) => accountOf(one.id) === account
  if (params.charge !== undefined) {
    const charge = store.objects.get('charge', params.charge)
    return charge && isOurs(charge) ? charge : noSuch('charge', params.charge, 'id')
  }
  if (params.payment_intent === undefined)
    return invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = store.objects.get('payment_intent', params.payment_intent)
  if (!intent || !isOurs(intent))
    return noSuch('payment_intent', params.payment_intent, 'payment_intent')
  const charge = intent.latest_charge && store.objects.get('charge', intent.latest_charge)
  if (!charge || intent.status !== 'succeeded')
    return invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )
  return charge
}

function refundRefusal(
  charge: Charge,
  amount: number,
  left: number,
  barredByDispute: boolean,
): Answer | undefined {
  if (!charge.paid)
    return invalidRequest(`Charge ${charge.id} was not paid and cannot be refunded.`)
  if (left === 0)
    return refuse(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  if (barredByDispute)
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

function courseOf({ store }: Sandbox, charge: Charge): RefundCourse | undefined {
  const { outcome } = testCardOf(store.objects.noteOf(charge.payment_method) ?? '')
  return outcome.kind === 'succeeds' ? outcome.refunds : undefined
}
