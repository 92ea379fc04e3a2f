import * as v from 'valibot'
import { newPaymentIntent, type PaymentIntent } from '../objects/payment-intent'
import { tell } from '../webhooks/tell'
import { type Answer, invalidRequest, ok } from './answer'
import { changeMetadata } from './change-metadata'
import { confirmIntent } from './confirm-payment-intent'
import type { ApiCall } from './endpoint'
import { findPaymentMethod } from './find-payment-method'
import {
  Expand,
  Flag,
  MetadataChange,
  Shipping,
  Text,
  Unsettable,
  Url,
  WholeNumber,
} from './parameters'

export const CreateParameters = v.strictObject({
  amount: WholeNumber,
  currency: Text,
  allowed_payment_method_types: v.exactOptional(v.array(Text)),
  automatic_payment_methods: v.exactOptional(
    v.strictObject({
      enabled: Flag,
      allow_redirects: v.exactOptional(v.picklist(['always', 'never'])),
    }),
  ),
  capture_method: v.exactOptional(v.picklist(['automatic', 'automatic_async'])),
  confirm: v.exactOptional(Flag),
  confirmation_method: v.exactOptional(v.picklist(['automatic'])),
  description: v.exactOptional(Unsettable),
  error_on_requires_action: v.exactOptional(Flag),
  expand: v.exactOptional(Expand),
  metadata: v.exactOptional(MetadataChange),
  off_session: v.exactOptional(Flag),
  payment_method: v.exactOptional(Text),
  receipt_email: v.exactOptional(Unsettable),
  return_url: v.exactOptional(Url),
  shipping: v.exactOptional(Shipping),
  statement_descriptor: v.exactOptional(Unsettable),
  statement_descriptor_suffix: v.exactOptional(Unsettable),
  use_stripe_sdk: v.exactOptional(Flag),
})

/** At most eight digits; the least is worth about half a US dollar (docs.stripe.com/currencies). */
const largestAmount = 99_999_999
const smallestAmounts: Readonly<Record<string, number>> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  pln: 200,
  uah: 2000,
}

/** POST /v1/payment_intents */
export function createPaymentIntent(call: ApiCall<v.InferOutput<typeof CreateParameters>>): Answer {
  const { sandbox, params, cause, account } = call
  const refusal = amountRefusal(params.amount, params.currency)
  if (refusal) return refusal
  const method = findPaymentMethod(sandbox, account, params.payment_method)
  if (method && 'refusal' in method) return method.refusal

  const intent: PaymentIntent = newPaymentIntent(account, {
    amount: params.amount,
    currency: params.currency.toLowerCase(),
    created: sandbox.clock.seconds(),
    ...acceptedMethods(params),
    capture_method: params.capture_method ?? 'automatic_async',
    confirmation_method: params.confirmation_method ?? 'automatic',
    description: params.description ?? null,
    metadata: changeMetadata({}, params.metadata),
    payment_method: method?.id ?? null,
    receipt_email: params.receipt_email ?? null,
    shipping: params.shipping ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  })
  sandbox.store.objects.add(intent)
  tell(sandbox, 'payment_intent.created', intent, cause)
  if (!params.confirm) return ok(intent)
  const { error_on_requires_action, off_session, return_url, use_stripe_sdk } = params
  return confirmIntent({ ...call, id: intent.id }, intent, {
    error_on_requires_action,
    off_session,
    return_url,
    use_stripe_sdk,
  })
}

/** Undefined when the amount may be asked for. */
export function amountRefusal(amount: number, currency: string): Answer | undefined {
  const smallest = smallestAmounts[currency.toLowerCase()]
  if (smallest === undefined)
    return invalidRequest(`Invalid currency: ${currency}.`, undefined, 'currency')
  if (amount < 1)
    return invalidRequest(
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
      'amount',
    )
  if (amount < smallest)
    return invalidRequest(
      `Amount must be at least ${smallest} in the smallest unit of ${currency}.`,
      'amount_too_small',
      'amount',
    )
  if (amount > largestAmount)
    return invalidRequest(
      `Amount must be no more than ${largestAmount} in the smallest unit of ${currency}.`,
      'amount_too_large',
      'amount',
    )
  return undefined
}

/** Without a word the dashboard's methods hold, which here are cards. */
function acceptedMethods(params: v.InferOutput<typeof CreateParameters>) {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = params
  if (allowed) return { allowed_payment_method_types: allowed, payment_method_types: allowed }
  return {
    automatic_payment_methods: {
      allow_redirects: automatic?.allow_redirects ?? ('always' as const),
      enabled: automatic?.enabled ?? true,
    },
  }
}
