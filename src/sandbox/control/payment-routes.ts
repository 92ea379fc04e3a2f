import * as v from 'valibot'
import { createRefund, RefundReasonText } from '../api/create-refund'
import type { DisputeStatus } from '../objects/dispute'
import { accountOf } from '../objects/new-id'
import { settleWaiting } from '../payment/answer-challenge'
import { settleRefund } from '../payment/carry-out-plans'
import { moveDispute, openDispute } from '../payment/open-dispute'
import { ownAccord, type Sandbox } from '../sandbox'
import { callOwnApi } from './call-own-api'
import { type ControlCall, Count, controlRoute, NothingGiven, problem, told } from './control-route'

const Pay = v.strictObject({
  card: v.optional(v.string(), '4242424242424242'),
  exp_month: v.optional(v.number(), 12),
  exp_year: v.optional(v.number(), 2040),
  cvc: v.optional(v.string()),
  /** What the holder presses if the bank asks; `leave`: nothing. */
  challenge: v.optional(v.picklist(['pass', 'fail', 'leave']), 'pass'),
  billing_details: v.optional(v.record(v.string(), v.unknown())),
  receipt_email: v.optional(v.string()),
  return_url: v.optional(v.string()),
})

const Challenge = v.strictObject({ outcome: v.picklist(['pass', 'fail']) })

const NewRefund = v.strictObject({
  payment_intent: v.string(),
  amount: v.exactOptional(Count),
  reason: v.exactOptional(RefundReasonText),
  /** The bank takes its time over it. */
  pending: v.optional(v.boolean(), false),
  /** It comes back in the end, from pending or after it has looked done. */
  fails: v.optional(v.boolean(), false),
})

const NewDispute = v.strictObject({
  payment_intent: v.string(),
  reason: v.optional(v.string(), 'fraudulent'),
  amount: v.exactOptional(Count),
  status: v.optional(v.picklist(['needs_response', 'warning_needs_response']), 'needs_response'),
})

const intents = '/_control/payment_intents'

/** What a payer and a bank would do, without a browser. */
export const paymentRoutes = [
  controlRoute(
    'POST',
    `${intents}/:id/pay`,
    'pay as a browser would: {card?, challenge?: pass|fail|leave, cvc?, exp_month?, exp_year?, billing_details?, receipt_email?, return_url?}',
    Pay,
    pay,
  ),
  controlRoute(
    'POST',
    `${intents}/:id/challenge`,
    "answer the bank's challenge: {outcome: pass|fail}",
    Challenge,
    ({ sandbox, id, given, origin }) =>
      told(answerChallenge(sandbox, id, given.outcome === 'pass', origin)),
  ),
  controlRoute(
    'POST',
    `${intents}/:id/processing`,
    'leave it with the bank: {ends?: succeeded|failed}; it settles by itself, or by /settle',
    v.strictObject({ ends: v.optional(v.picklist(['succeeded', 'failed']), 'succeeded') }),
    call => {
      const card = call.given.ends === 'failed' ? '4000009000000029' : '4000009000000011'
      return pay({ ...call, given: v.parse(Pay, { card }) })
    },
  ),
  controlRoute(
    'POST',
    `${intents}/:id/settle`,
    'the bank decides now about one that is processing',
    NothingGiven,
    ({ sandbox, id }) => {
      const intent = sandbox.store.objects.get('payment_intent', id)
      if (!intent) return problem(`There is no payment intent ${id}.`, 404)
      sandbox.store.inTransaction(() => {
        sandbox.store.plans.drop(id)
        settleWaiting(sandbox, intent, ownAccord)
      })
      sandbox.wake()
      return told(sandbox.store.objects.get('payment_intent', id))
    },
  ),
  controlRoute(
    'POST',
    '/_control/refunds',
    'give money back, as the dashboard does: {payment_intent, amount?, reason?, pending?, fails?}',
    NewRefund,
    ({ sandbox, given: { pending, fails, ...fields }, origin }) => {
      const account = accountOf(fields.payment_intent)
      const course = pending ? (fails ? 'late_fail' : 'late') : fails ? 'fail' : undefined
      const answer = sandbox.store.inTransaction(() =>
        createRefund(
          { sandbox, params: fields, id: '', keyKind: 'secret', account, cause: ownAccord, origin },
          course,
        ),
      )
      sandbox.wake()
      return told(answer)
    },
  ),
  controlRoute(
    'POST',
    '/_control/refunds/:id/settle',
    'the bank decides now about a refund: {status: succeeded|failed|canceled}',
    v.strictObject({ status: v.picklist(['succeeded', 'failed', 'canceled']) }),
    ({ sandbox, id, given }) => {
      const settled = sandbox.store.inTransaction(() => {
        sandbox.store.plans.drop(id)
        return settleRefund(sandbox, id, given.status)
      })
      sandbox.wake()
      return settled
        ? told(settled)
        : problem(`There is no refund ${id} that can be ${given.status}.`)
    },
  ),
  controlRoute(
    'POST',
    '/_control/disputes',
    'the holder asks the bank for the money back: {payment_intent, amount?, reason?, status?: needs_response|warning_needs_response}',
    NewDispute,
    ({ sandbox, given }) => {
      const { objects } = sandbox.store
      const { payment_intent, ...asked } = given
      const intent = objects.get('payment_intent', payment_intent)
      const charge = intent?.latest_charge ? objects.get('charge', intent.latest_charge) : undefined
      if (!charge?.paid) return problem(`${given.payment_intent} has no charge to dispute.`, 404)
      const dispute = sandbox.store.inTransaction(() =>
        openDispute(sandbox, charge, { amount: charge.amount, ...asked }, ownAccord),
      )
      sandbox.wake()
      return told(dispute)
    },
  ),
  controlRoute(
    'POST',
    '/_control/disputes/:id/close',
    'the banks decide: {status: won|lost|warning_closed}',
    v.strictObject({ status: v.picklist(['won', 'lost', 'warning_closed']) }),
    move,
  ),
  controlRoute(
    'POST',
    '/_control/disputes/:id/review',
    'the shop has answered, the banks look at it',
    NothingGiven,
    call => {
      const known = call.sandbox.store.objects.get('dispute', call.id)
      const warned = known?.status === 'warning_needs_response'
      return move({ ...call, given: { status: warned ? 'warning_under_review' : 'under_review' } })
    },
  ),
]

function move({ sandbox, id, given }: ControlCall<{ status: DisputeStatus }>) {
  const dispute = sandbox.store.objects.get('dispute', id)
  if (!dispute) return problem(`There is no dispute ${id}.`, 404)
  const moved = sandbox.store.inTransaction(() => moveDispute(sandbox, dispute, given.status))
  sandbox.wake()
  return moved ? told(moved) : problem(`Dispute ${id} is ${dispute.status} already.`)
}

function pay({ sandbox, id, given, origin }: ControlCall<v.InferOutput<typeof Pay>>) {
  const intent = sandbox.store.objects.get('payment_intent', id)
  if (!intent) return problem(`There is no payment intent ${id}.`, 404)
  const { card: number, exp_month, exp_year, cvc, challenge, billing_details, ...rest } = given
  const answer = callOwnApi(
    sandbox,
    accountOf(id),
    `/v1/payment_intents/${id}/confirm`,
    {
      ...rest,
      client_secret: intent.client_secret,
      payment_method_data: {
        type: 'card',
        card: { number, exp_month, exp_year, cvc: cvc ?? (/^3[47]/.test(number) ? '1234' : '123') },
        billing_details,
      },
    },
    origin,
  )
  if (answer.body.status !== 'requires_action' || challenge === 'leave') return told(answer)
  return told(answerChallenge(sandbox, id, challenge === 'pass', origin))
}

function answerChallenge(sandbox: Sandbox, id: string, passed: boolean, origin: string) {
  const intent = sandbox.store.objects.get('payment_intent', id)
  return callOwnApi(
    sandbox,
    accountOf(id),
    '/v1/3ds2/challenge_complete',
    {
      payment_intent: id,
      client_secret: intent?.client_secret ?? '',
      outcome: passed ? 'authorized' : 'failed',
    },
    origin,
  )
}
