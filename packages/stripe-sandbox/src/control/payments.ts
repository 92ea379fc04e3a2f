import * as v from 'valibot'
import { attempt, internalCall } from '../api/endpoint'
import { ConfirmIntent, parseParameters } from '../api/parameters'
import { accountOf } from '../ids'
import { settleIntent } from '../payments/attempt'
import { closeDispute, openDispute } from '../payments/disputes'
import { settleRefund } from '../payments/refunds'
import { createRefund } from '../routes/objects'
import { confirmIntent } from '../routes/payment-intents'
import { Count } from '../rules'
import { dropJobs } from '../sandbox'
import { type ControlCall, ControlError, found, Nothing, type RegisterControl } from './route'

const FormFields = v.record(v.string(), v.union([v.string(), v.record(v.string(), v.string())]))

const Pay = v.strictObject({
  card: v.optional(v.string(), '4242424242424242'),
  exp_month: v.optional(v.number(), 12),
  exp_year: v.optional(v.number(), 2040),
  cvc: v.optional(v.string()),
  billing_details: v.optional(FormFields, {}),
  receipt_email: v.exactOptional(v.string()),
})

const NewRefund = v.strictObject({
  payment_intent: v.string(),
  amount: v.exactOptional(Count),
  pending: v.optional(v.boolean(), false),
  fails: v.optional(v.boolean(), false),
})

const NewDispute = v.strictObject({ payment_intent: v.string() })

const RefundResult = v.strictObject({ status: v.picklist(['succeeded', 'failed', 'canceled']) })
const DisputeResult = v.strictObject({ status: v.picklist(['won', 'lost', 'warning_closed']) })

export function paymentRoutes(register: RegisterControl): void {
  register('POST /payment_intents/:id/pay', Pay, pay)
  register('POST /payment_intents/:id/settle', Nothing, ({ sandbox, id }) => {
    found(`payment intent ${id}`, sandbox.store.get('payment_intent', id))
    dropJobs(sandbox, id)
    settleIntent(sandbox, id)
    return sandbox.store.get('payment_intent', id)
  })
  register('POST /refunds', NewRefund, ({ sandbox, origin, input }) => {
    const { pending, fails, ...params } = input
    const account = accountOf(params.payment_intent)
    const call = internalCall(sandbox, { id: '', account, params, origin, secret: true })
    if (fails && !pending) return attempt(() => createRefund(call, 'fails', 0))
    const late = fails ? 'pending_fails' : 'pending'
    return attempt(() => createRefund(call, pending ? late : undefined))
  })
  register('POST /refunds/:id/settle', RefundResult, ({ sandbox, id, input: { status } }) => {
    const settled = settleRefund(sandbox, id, status)
    if (!settled) throw new ControlError(`There is no refund ${id} that can be ${status}.`)
    dropJobs(sandbox, id)
    return settled
  })
  register('POST /disputes', NewDispute, ({ sandbox, input: { payment_intent } }) => {
    const intent = sandbox.store.get('payment_intent', payment_intent)
    const charge = sandbox.store.get('charge', intent?.latest_charge ?? '')
    if (!charge?.paid) throw new ControlError(`${payment_intent} has no charge to dispute.`, 404)
    return openDispute(sandbox, charge, 'fraudulent')
  })
  register('POST /disputes/:id/close', DisputeResult, ({ sandbox, id, input: { status } }) => {
    const dispute = found(`dispute ${id}`, sandbox.store.get('dispute', id))
    const closed = closeDispute(sandbox, dispute, status)
    if (!closed) throw new ControlError(`Dispute ${id} is ${dispute.status} already.`)
    return closed
  })
}

function pay({ sandbox, id, input, origin }: ControlCall<v.InferOutput<typeof Pay>>) {
  const intent = found(`payment intent ${id}`, sandbox.store.get('payment_intent', id))
  const { card: number, exp_month, exp_year, billing_details, ...rest } = input
  const { cvc = /^3[47]/.test(number) ? '1234' : '123', ...more } = rest
  const card = { number, exp_month: String(exp_month), exp_year: String(exp_year), cvc }
  const form = { ...more, payment_method_data: { type: 'card', card, billing_details } }
  const caller = { id, account: accountOf(id), origin, secret: false, params: {} }
  const call = internalCall(sandbox, caller)
  return attempt(() =>
    confirmIntent({ ...call, params: parseParameters(ConfirmIntent, form) }, intent),
  )
}
