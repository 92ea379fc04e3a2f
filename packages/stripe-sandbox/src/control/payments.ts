import * as v from 'valibot'
import { createRefund } from '../api/charges-refunds-disputes'
import { attempt, internalCall } from '../api/endpoint'
import { ConfirmIntent, CreateRefund, checkParameters } from '../api/parameters'
import { completeChallenge, confirmIntent } from '../api/payment-intents'
import { accountOf } from '../ids'
import type { DisputeStatus } from '../objects/reversals'
import { settleIntent } from '../payments/attempt'
import { moveDispute, openDispute } from '../payments/disputes'
import { settleRefund } from '../payments/refunds'
import { dropJobs, noCause, type Sandbox } from '../sandbox'
import {
  type ControlCall,
  ControlError,
  Count,
  found,
  Nothing,
  type RegisterControl,
} from './route'

const FormFields = v.record(v.string(), v.union([v.string(), v.record(v.string(), v.string())]))

const Pay = v.strictObject({
  card: v.optional(v.string(), '4242424242424242'),
  exp_month: v.optional(v.number(), 12),
  exp_year: v.optional(v.number(), 2040),
  cvc: v.optional(v.string()),
  /** What the holder presses if the bank asks; `leave`: nothing. */
  challenge: v.optional(v.picklist(['pass', 'fail', 'leave']), 'pass'),
  billing_details: v.optional(FormFields, {}),
  receipt_email: v.exactOptional(v.string()),
  return_url: v.exactOptional(v.string()),
})

const NewRefund = v.strictObject({
  payment_intent: v.string(),
  amount: v.exactOptional(Count),
  reason: v.exactOptional(CreateRefund.entries.reason.wrapped),
  pending: v.optional(v.boolean(), false),
  fails: v.optional(v.boolean(), false),
})

const NewDispute = v.strictObject({
  payment_intent: v.string(),
  reason: v.exactOptional(v.string()),
  amount: v.exactOptional(Count),
  status: v.exactOptional(v.picklist(['needs_response', 'warning_needs_response'])),
})

/** What payers and banks do, without a browser. */
export function paymentRoutes(register: RegisterControl): void {
  register(
    'POST /payment_intents/:id/pay',
    'pay as a browser would: {card?, challenge?: pass|fail|leave, cvc?, exp_month?, exp_year?, billing_details?, receipt_email?, return_url?}',
    Pay,
    pay,
  )
  register(
    'POST /payment_intents/:id/challenge',
    "answer the bank's challenge: {outcome: pass|fail}",
    v.strictObject({ outcome: v.picklist(['pass', 'fail']) }),
    call => answerChallenge(call, call.given.outcome === 'pass'),
  )
  register(
    'POST /payment_intents/:id/processing',
    'leave it with the bank: {ends?: succeeded|failed}; it settles by itself, or by /settle',
    v.strictObject({ ends: v.optional(v.picklist(['succeeded', 'failed']), 'succeeded') }),
    call => {
      const card = call.given.ends === 'failed' ? '4000009000000029' : '4000009000000011'
      return pay({ ...call, given: v.parse(Pay, { card }) })
    },
  )
  register(
    'POST /payment_intents/:id/settle',
    'the bank decides now about one that is processing',
    Nothing,
    ({ sandbox, id }) => {
      found(`payment intent ${id}`, sandbox.store.get('payment_intent', id))
      return change(sandbox, () => {
        dropJobs(sandbox, id)
        settleIntent(sandbox, id)
        return sandbox.store.get('payment_intent', id)
      })
    },
  )
  register(
    'POST /refunds',
    'give money back, as the dashboard does: {payment_intent, amount?, reason?, pending?, fails?}',
    NewRefund,
    ({ sandbox, origin, given: { pending, fails, ...params } }) => {
      const account = accountOf(params.payment_intent)
      const call = internalCall(sandbox, { id: '', account, params, origin, secret: true })
      const late = { course: fails ? 'pending_fails' : 'pending' } as const
      const plan = pending ? late : fails ? ({ course: 'fails', afterMs: 0 } as const) : {}
      return change(sandbox, () => attempt(() => createRefund(call, plan)))
    },
  )
  register(
    'POST /refunds/:id/settle',
    'the bank decides now: {status: succeeded|failed|canceled}',
    v.strictObject({ status: v.picklist(['succeeded', 'failed', 'canceled']) }),
    ({ sandbox, id, given: { status } }) =>
      change(sandbox, () => {
        const settled = settleRefund(sandbox, id, status)
        if (!settled) throw new ControlError(`There is no refund ${id} that can be ${status}.`)
        dropJobs(sandbox, id)
        return settled
      }),
  )
  register(
    'POST /disputes',
    'the holder asks the bank for the money back: {payment_intent, amount?, reason?, status?: needs_response|warning_needs_response}',
    NewDispute,
    ({ sandbox, given: { payment_intent, ...given } }) => {
      const intent = sandbox.store.get('payment_intent', payment_intent)
      const charge = sandbox.store.get('charge', intent?.latest_charge ?? '')
      if (!charge?.paid) throw new ControlError(`${payment_intent} has no charge to dispute.`, 404)
      return change(sandbox, () => openDispute(sandbox, charge, given, noCause))
    },
  )
  register(
    'POST /disputes/:id/review',
    'the merchant has responded: the banks review it',
    Nothing,
    ({ sandbox, id }) => {
      const warned = sandbox.store.get('dispute', id)?.status === 'warning_needs_response'
      return move(sandbox, id, warned ? 'warning_under_review' : 'under_review')
    },
  )
  register(
    'POST /disputes/:id/close',
    'the banks decide: {status: won|lost|warning_closed}',
    v.strictObject({ status: v.picklist(['won', 'lost', 'warning_closed']) }),
    ({ sandbox, id, given }) => move(sandbox, id, given.status),
  )
}

/** In one transaction; the queue looks at what is due afterwards. */
function change<T>({ store, wake }: Sandbox, work: () => T): T {
  const result = store.transaction(work)
  wake()
  return result
}

function move(sandbox: Sandbox, id: string, status: DisputeStatus) {
  const dispute = found(`dispute ${id}`, sandbox.store.get('dispute', id))
  const moved = change(sandbox, () => moveDispute(sandbox, dispute, status))
  if (!moved) throw new ControlError(`Dispute ${id} is ${dispute.status} already.`)
  return moved
}

/** The same call a browser makes; answers its status and body. */
function pay(call: ControlCall<v.InferOutput<typeof Pay>>) {
  const { sandbox, id, given, origin } = call
  const intent = found(`payment intent ${id}`, sandbox.store.get('payment_intent', id))
  const { card: number, exp_month, exp_year, challenge, billing_details, ...rest } = given
  const { cvc = /^3[47]/.test(number) ? '1234' : '123', ...more } = rest
  const card = { number, exp_month: String(exp_month), exp_year: String(exp_year), cvc }
  const form = { ...more, payment_method_data: { type: 'card', card, billing_details } }
  const answer = change(sandbox, () =>
    attempt(() => {
      const params = checkParameters(ConfirmIntent, form)
      const account = accountOf(id)
      return confirmIntent(
        internalCall(sandbox, { id, account, params, origin, secret: false }),
        intent,
      )
    }),
  )
  const asked = sandbox.store.get('payment_intent', id)?.status === 'requires_action'
  if (answer.status !== 200 || !asked || challenge === 'leave') return answer
  return answerChallenge(call, challenge === 'pass')
}

function answerChallenge({ sandbox, id, origin }: ControlCall<unknown>, passed: boolean) {
  const client_secret = sandbox.store.get('payment_intent', id)?.client_secret ?? ''
  const outcome = passed ? ('authorized' as const) : ('failed' as const)
  const params = { payment_intent: id, client_secret, outcome }
  const given = { id, account: accountOf(id), params, origin, secret: false }
  return change(sandbox, () => attempt(() => completeChallenge(internalCall(sandbox, given))))
}
