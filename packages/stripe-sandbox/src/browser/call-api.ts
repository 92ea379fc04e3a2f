import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { localMessage } from './card-messages'

/**
 * A payment intent as a publishable key sees it, with the fields of its next step that the script reads.
 */
export type BrowserIntent = PaymentIntent & {
  client_secret: string
  next_action: { use_stripe_sdk?: { stripe_js: string } } | null
}

export type IntentAnswer =
  | { paymentIntent: BrowserIntent; error?: never }
  | { error: StripeError; paymentIntent?: never }

export interface Caller {
  base: string
  apiKey: string
  locale: string
}

export function retrieveIntent(caller: Caller, client_secret: string): Promise<IntentAnswer> {
  return call(caller, 'GET', `payment_intents/${idOf(client_secret)}`, { client_secret })
}

/** Asks whether a form can be opened for a payment of this amount. */
export async function openSession(
  caller: Caller,
  deferred_intent: { mode: 'payment'; amount: number; currency: string },
): Promise<StripeError | null> {
  const fields = { type: 'deferred_intent', deferred_intent }
  const { error } = await call(caller, 'GET', 'elements/sessions', fields)
  return error ?? null
}

export function confirmIntent(
  caller: Caller,
  client_secret: string,
  params: Record<string, unknown>,
): Promise<IntentAnswer> {
  const fields = { ...params, client_secret, use_stripe_sdk: true }
  return call(caller, 'POST', `payment_intents/${idOf(client_secret)}/confirm`, fields)
}

export function answerChallenge(
  caller: Caller,
  client_secret: string,
  outcome: string,
): Promise<IntentAnswer> {
  const fields = { payment_intent: idOf(client_secret), client_secret, outcome }
  return call(caller, 'POST', '3ds2/challenge_complete', fields)
}

function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Calls the API and never rejects. A missing answer becomes an `api_connection_error`. */
async function call(
  { base, apiKey, locale }: Caller,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, unknown>,
): Promise<IntentAnswer> {
  const form = packForm({ ...fields, key: apiKey })
  const url = `${base}/v1/${path}`
  try {
    const response = await (method === 'GET'
      ? fetch(`${url}?${form}`)
      : fetch(url, { method, body: form }))
    const answer: BrowserIntent & { error?: StripeError } = await response.json()
    const { error } = answer
    if (error) return { error: { ...error, message: localMessage(error, locale) } }
    return { paymentIntent: answer }
  } catch {
    return { error: connectionError(locale) }
  }
}

export function connectionError(locale: string): StripeError {
  const type = 'api_connection_error'
  return { type, message: localMessage({ code: type }, locale) }
}

/** Writes `{a: {b: 1}}` as the API's form, `a[b]=1`, and leaves out undefined and null. */
function packForm(value: unknown, name = '', form = new URLSearchParams()): URLSearchParams {
  if (value === undefined || value === null) return form
  if (typeof value !== 'object') form.append(name, String(value))
  else
    for (const [part, inner] of Object.entries(value))
      packForm(inner, name ? `${name}[${part}]` : part, form)
  return form
}

/** Adds the provider's parameters to the return URL, before any fragment. */
export function returnAddress(returnUrl: string, intent: BrowserIntent): string {
  const outcomes: Record<string, string> = { succeeded: 'succeeded', processing: 'pending' }
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', outcomes[intent.status] ?? 'failed')
  return url.href
}
