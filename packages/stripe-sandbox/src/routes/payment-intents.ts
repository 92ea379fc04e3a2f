import type * as v from 'valibot'
import { findOwn, listPage } from '../api/answers'
import type { ApiCall, RegisterEndpoint } from '../api/endpoint'
import { ApiError, invalidRequest, missing, unexpectedState } from '../api/errors'
import {
  CancelIntent,
  CompleteChallenge,
  ConfirmIntent,
  CreateIntent,
  List,
  OpenSession,
  RetrieveIntent,
} from '../api/parameters'
import { answerChallenge, type ConfirmCall, tryCard } from '../payments/attempt'
import { allows, createIntent, moveIntent, publicView } from '../payments/payment-intent'
import { findPaymentMethod, saveCard } from '../payments/payment-method'
import type { PaymentIntent, PaymentMethod } from '../records'
import { dropJobs } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'

export function intentRoutes(register: RegisterEndpoint): void {
  const url = '/payment_intents'
  register(`GET ${url}`, List, call => listPage(call, 'payment_intent'))
  register(`POST ${url}`, CreateIntent, createPaymentIntent)
  register(`GET ${url}/:id`, RetrieveIntent, call => viewOf(call, findIntent(call)), 'publishable')
  register(`POST ${url}/:id/cancel`, CancelIntent, cancelIntent)
  register(`POST ${url}/:id/confirm`, ConfirmIntent, call => confirmIntent(call), 'publishable')
  register('GET /elements/sessions', OpenSession, openSession, 'publishable')
  register('POST /3ds2/challenge_complete', CompleteChallenge, completeChallenge, 'publishable')
}

/**
 * The browser's script calls this when a card form opens. The real answer is not public, and the sandbox's
 * script only reads errors.
 */
function openSession({ params: { deferred_intent } }: ApiCall<v.InferOutput<typeof OpenSession>>) {
  checkAmount(deferred_intent.amount, deferred_intent.currency)
  return { object: 'elements_session' }
}

/** Finds the intent. A caller with a publishable key must know the intent's client secret. */
function findIntent(call: ApiCall<{ client_secret?: string | undefined }>): PaymentIntent {
  const intent = findOwn(call, 'payment_intent', call.id, 'intent')
  const { client_secret: clientSecret } = call.params
  const param = 'client_secret'
  if (clientSecret === undefined && !call.secret) throw missing(param)
  if (clientSecret !== undefined && clientSecret !== intent.client_secret)
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param },
    )
  return intent
}

function viewOf({ secret }: ApiCall<unknown>, intent: PaymentIntent): Partial<PaymentIntent> {
  return secret ? intent : publicView(intent)
}

function createPaymentIntent(call: ApiCall<v.InferOutput<typeof CreateIntent>>) {
  const { sandbox, account } = call
  const { confirm, payment_method, expand, metadata = {}, ...values } = call.params
  const { allowed_payment_method_types: allowed } = values
  checkAmount(values.amount, values.currency)
  const method = findPaymentMethod(call, payment_method)
  const intent = createIntent(account, {
    ...values,
    currency: values.currency.toLowerCase(),
    created: sandbox.clock.seconds(),
    automatic_payment_methods: allowed ? null : { allow_redirects: 'always', enabled: true },
    // By default an intent takes the methods of the dashboard, which in a new account are cards and Link.
    payment_method_types: allowed ?? ['card', 'link'],
    metadata,
    payment_method: method?.id ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  })
  sandbox.store.put('payment_intent', intent)
  sendEvent(sandbox, 'payment_intent.created', intent)
  if (!confirm) return intent
  return confirmIntent({ ...call, params: {} }, intent)
}

/**
 * An amount has at most eight digits. The smallest is worth about half a US dollar
 * (docs.stripe.com/currencies).
 */
const largestAmount = 99_999_999
const smallestAmounts = new Map(Object.entries({ usd: 50, eur: 50, gbp: 30, pln: 200, uah: 2000 }))

function checkAmount(amount: number, currency: string): void {
  const smallest = smallestAmounts.get(currency.toLowerCase())
  if (smallest === undefined)
    throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' })
  const reject = (code: string, what: string) => invalidRequest(what, { code, param: 'amount' })
  const unit = `in the smallest unit of ${currency}.`
  if (amount < 1)
    throw reject('parameter_invalid_integer', 'This value must be greater than or equal to 1.')
  if (amount < smallest)
    throw reject('amount_too_small', `Amount must be at least ${smallest} ${unit}`)
  if (amount > largestAmount)
    throw reject('amount_too_large', `Amount must be no more than ${largestAmount} ${unit}`)
}

function cancelIntent(call: ApiCall<v.InferOutput<typeof CancelIntent>>) {
  const { sandbox, params } = call
  const intent = findIntent({ ...call, params: {} })
  if (!allows(intent, 'canceled'))
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing, expired.`,
      intent,
    )
  const cancellation_reason = params.cancellation_reason ?? null
  const changes = { canceled_at: sandbox.clock.seconds(), cancellation_reason }
  dropJobs(sandbox, intent.id)
  return moveIntent(sandbox, intent, 'canceled', changes)
}

/** Confirms an intent. The browser's script calls this with the card. */
export function confirmIntent(call: ConfirmCall, intent = findIntent(call)) {
  if (!allows(intent, 'requires_action'))
    throw unexpectedState(
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      viewOf(call, intent),
    )
  const method = findMethod(call, intent)
  const { receipt_email = intent.receipt_email } = call.params
  const tried = tryCard(call, { ...intent, receipt_email }, method)
  const { last_payment_error: error } = tried
  if (error) throw new ApiError(402, { ...error, payment_intent: viewOf(call, tried) })
  return viewOf(call, tried)
}

/** Finds the card to charge, which was typed, was named, or is already on the intent. */
function findMethod(call: ConfirmCall, intent: PaymentIntent): PaymentMethod {
  const { params, secret } = call
  const data = params.payment_method_data
  if (data && secret)
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
      {},
      402,
    )
  if (data) return saveCard(call, data, viewOf(call, intent))
  const method = findPaymentMethod(call, params.payment_method ?? intent.payment_method)
  if (method) return method
  throw invalidRequest(
    'You cannot confirm this PaymentIntent because it is missing a payment method. Update it with a payment method and then confirm again.',
    { code: 'payment_intent_unexpected_state' },
  )
}

/** Takes the answer of the bank's page. Only the sandbox has this call. */
function completeChallenge(call: ApiCall<v.InferOutput<typeof CompleteChallenge>>) {
  const { sandbox, params } = call
  const intent = findIntent({ ...call, id: params.payment_intent })
  const answered = answerChallenge(sandbox, intent, params.outcome === 'authorized')
  if (answered) return viewOf(call, answered)
  throw unexpectedState(
    `This PaymentIntent has no challenge: it has a status of ${intent.status}.`,
    viewOf(call, intent),
  )
}
