import * as v from 'valibot'
import { testCardOf } from '../cards/test-cards'
import { type PaymentIntent, type PublicIntent, publicView } from '../objects/payment-intent'
import type { PaymentMethod } from '../objects/payment-method'
import { askBank } from '../payment/ask-bank'
import { cardFault, keepCard } from '../payment/enter-card'
import { type Answer, invalidRequest, refuse } from './answer'
import { changeMetadata } from './change-metadata'
import type { ApiCall } from './endpoint'
import { findIntent, showIntent } from './find-intent'
import { findPaymentMethod } from './find-payment-method'
import { Expand, Flag, PaymentMethodData, Shipping, Text, Unsettable, Url } from './parameters'

export const ConfirmParameters = v.strictObject({
  client_secret: v.exactOptional(Text),
  error_on_requires_action: v.exactOptional(Flag),
  expand: v.exactOptional(Expand),
  expected_payment_method_type: v.exactOptional(Text),
  off_session: v.exactOptional(Flag),
  payment_method: v.exactOptional(Text),
  payment_method_data: v.exactOptional(PaymentMethodData),
  receipt_email: v.exactOptional(Unsettable),
  return_url: v.exactOptional(Url),
  shipping: v.exactOptional(Shipping),
  use_stripe_sdk: v.exactOptional(Flag),
})

type Confirm = v.InferOutput<typeof ConfirmParameters>
type Params = { [K in keyof Confirm]?: Confirm[K] | undefined }

/** POST /v1/payment_intents/:id/confirm — what the browser script calls with the card. */
export function confirmPaymentIntent(
  call: ApiCall<v.InferOutput<typeof ConfirmParameters>>,
): Answer {
  const found = findIntent(call)
  if ('refusal' in found) return found.refusal
  return confirmIntent(call, found.intent, call.params)
}

/** The same for an intent that is confirmed as it is created. */
export function confirmIntent(
  call: ApiCall<Params>,
  intent: PaymentIntent,
  params: Params,
): Answer {
  const { sandbox, cause, origin, keyKind } = call
  const closed = refusalByStatus(call, intent)
  if (closed) return closed
  const method = enterMethod(call, intent, params)
  if ('status' in method) return method

  const asked: PaymentIntent = {
    ...intent,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
    shipping: params.shipping ?? intent.shipping,
  }
  const number = sandbox.store.objects.noteOf(method.id) ?? ''
  const answer = askBank(
    sandbox,
    { intent: asked, method, authenticated: false, cause },
    testCardOf(number).outcome,
    {
      origin,
      hasScript: (params.use_stripe_sdk ?? keyKind === 'publishable') === true,
      returnUrl: params.return_url,
      askNobody: (params.error_on_requires_action || params.off_session) === true,
    },
  )
  return answer.error
    ? refuse(402, { ...answer.error, payment_intent: shown(call, answer.intent) })
    : showIntent(call, answer.intent)
}

/** Where the money is already, or will never be, there is nothing to confirm. */
function refusalByStatus(call: ApiCall<Params>, intent: PaymentIntent): Answer | undefined {
  const reasons: Partial<Record<PaymentIntent['status'], string>> = {
    succeeded:
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    canceled: 'You cannot confirm this PaymentIntent because it has a status of canceled.',
    processing: 'You cannot confirm this PaymentIntent because it has a status of processing.',
  }
  const message = reasons[intent.status]
  return message === undefined
    ? undefined
    : refuse(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message,
        payment_intent: shown(call, intent),
      })
}

/** The card to charge: typed in, named, or already on the intent. */
function enterMethod(
  call: ApiCall<Params>,
  intent: PaymentIntent,
  params: Params,
): PaymentMethod | Answer {
  const { sandbox, keyKind, account } = call
  const data = params.payment_method_data
  if (data && keyKind === 'secret') return rawCard
  if (data) {
    const fault = cardFault(data.card, new Date(sandbox.clock.now()))
    if (fault) return refuse(402, { ...fault, payment_intent: shown(call, intent) })
    const billing = data.billing_details ?? {}
    return keepCard(sandbox, account, data.card, billing, changeMetadata({}, data.metadata))
  }
  const named = findPaymentMethod(
    sandbox,
    account,
    params.payment_method ?? intent.payment_method ?? undefined,
  )
  if (!named)
    return invalidRequest(
      'You cannot confirm this PaymentIntent because it is missing a payment method. Update it with a payment method and then confirm again.',
      'payment_intent_unexpected_state',
    )
  return 'refusal' in named ? named.refusal : named
}

function shown(call: ApiCall<Params>, intent: PaymentIntent): PaymentIntent | PublicIntent {
  return call.keyKind === 'secret' ? intent : publicView(intent)
}

const rawCard = refuse(402, {
  type: 'invalid_request_error',
  message:
    'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
})
