import * as v from 'valibot'
import { settleWaiting } from '../payment/answer-challenge'
import { openDispute } from '../payment/open-dispute'
import { ownAccord, type Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'
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
  amount: v.optional(Count),
  reason: v.optional(v.string()),
  /** It looks done, and then the bank sends it back. */
  fails: v.optional(v.boolean(), false),
})

const NewDispute = v.strictObject({
  payment_intent: v.string(),
  reason: v.optional(v.string(), 'fraudulent'),
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
    'give money back, as the dashboard does: {payment_intent, amount?, reason?, fails?}',
    NewRefund,
    ({ sandbox, given: { fails, ...fields }, origin }) => {
      const answer = callOwnApi(sandbox, 'sk_test_sandbox', '/v1/refunds', fields, origin)
      if (fails && answer.body.id)
        sandbox.store.plans.add(sandbox.clock.now(), 'fail_refund', answer.body.id)
      sandbox.wake()
      return told(answer)
    },
  ),
  controlRoute(
    'POST',
    '/_control/disputes',
    'the holder asks the bank for the money back: {payment_intent, reason?}',
    NewDispute,
    ({ sandbox, given }) => {
      const { objects } = sandbox.store
      const intent = objects.get('payment_intent', given.payment_intent)
      const charge = intent?.latest_charge ? objects.get('charge', intent.latest_charge) : undefined
      if (!charge?.paid) return problem(`${given.payment_intent} has no charge to dispute.`, 404)
      const dispute = sandbox.store.inTransaction(() =>
        openDispute(sandbox, charge, given.reason, ownAccord),
      )
      sandbox.wake()
      return told(dispute)
    },
  ),
  controlRoute(
    'POST',
    '/_control/disputes/:id/close',
    'the banks decide: {status: won|lost}',
    v.strictObject({ status: v.picklist(['won', 'lost']) }),
    ({ sandbox, id, given }) => {
      const dispute = sandbox.store.objects.get('dispute', id)
      if (!dispute) return problem(`There is no dispute ${id}.`, 404)
      const closed = { ...dispute, ...given }
      sandbox.store.inTransaction(() => {
        sandbox.store.objects.save(closed)
        tell(sandbox, 'charge.dispute.closed', closed)
      })
      sandbox.wake()
      return told(closed)
    },
  ),
]

function pay({ sandbox, id, given, origin }: ControlCall<v.InferOutput<typeof Pay>>) {
  const intent = sandbox.store.objects.get('payment_intent', id)
  if (!intent) return problem(`There is no payment intent ${id}.`, 404)
  const { card: number, exp_month, exp_year, cvc, challenge, billing_details, ...rest } = given
  const answer = callOwnApi(
    sandbox,
    'pk_test_sandbox',
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
    'pk_test_sandbox',
    '/v1/3ds2/challenge_complete',
    {
      payment_intent: id,
      client_secret: intent?.client_secret ?? '',
      outcome: passed ? 'authorized' : 'failed',
    },
    origin,
  )
}
