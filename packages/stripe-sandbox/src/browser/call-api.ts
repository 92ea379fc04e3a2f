import { localMessage, ownMessage } from './card-messages'

/** An error as the API and the script report it. */
export interface StripeError {
  type: string
  message: string
  code?: string
  decline_code?: string
  payment_intent?: BrowserIntent
  [more: string]: unknown
}

/** A payment intent as a publishable key sees it; only what the script reads is named. */
export interface BrowserIntent {
  id: string
  status: string
  client_secret: string
  last_payment_error: StripeError | null
  next_action: {
    redirect_to_url?: { url: string }
    use_stripe_sdk?: { stripe_js: string }
  } | null
  [more: string]: unknown
}

export type IntentAnswer =
  | { paymentIntent: BrowserIntent; error?: never }
  | { error: StripeError; paymentIntent?: never }

/** What every call from a browser needs to know. */
export interface Caller {
  base: string
  apiKey: string
  locale: string
}

export function isClientSecret(text: unknown): text is string {
  return typeof text === 'string' && /^pi_\w+_secret_\w+$/.test(text)
}

export function retrieveIntent(caller: Caller, clientSecret: string): Promise<IntentAnswer> {
  return call(caller, 'GET', pathOf(clientSecret), { client_secret: clientSecret })
}

export function confirmIntent(
  caller: Caller,
  clientSecret: string,
  params: Record<string, unknown>,
): Promise<IntentAnswer> {
  const given = { ...params, client_secret: clientSecret, use_stripe_sdk: true }
  return call(caller, 'POST', `${pathOf(clientSecret)}/confirm`, given)
}

/** As the holder's bank is told when its question is closed. */
export function failChallenge(
  caller: Caller,
  { id, client_secret }: BrowserIntent,
): Promise<IntentAnswer> {
  const fields = { payment_intent: id, client_secret, outcome: 'failed' }
  return call(caller, 'POST', '/v1/3ds2/challenge_complete', fields)
}

/** The intent's id stands before `_secret_` in its client secret. */
function pathOf(clientSecret: string): string {
  return `/v1/payment_intents/${clientSecret.split('_secret_')[0]}`
}

/** Never rejects: an answer that did not come is an `api_connection_error`. */
async function call(
  { base, apiKey, locale }: Caller,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, unknown>,
): Promise<IntentAnswer> {
  const form = packForm({ ...fields, key: apiKey })
  const url = `${base}${path}`
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
  return { type, message: ownMessage(type, locale) }
}

/** `{a: {b: 1}}` → `a[b]=1`, as the API wants its forms. Undefined and null are left out. */
function packForm(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  const put = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (typeof value === 'object')
      for (const [part, inner] of Object.entries(value)) put(`${name}[${part}]`, inner)
    else form.append(name, String(value))
  }
  for (const [name, value] of Object.entries(fields)) put(name, value)
  return form
}

/** The shop's address with what the provider adds to it; a fragment stays at the end. */
export function returnAddress(returnUrl: string, intent: BrowserIntent): string {
  const outcomes: Record<string, string> = { succeeded: 'succeeded', processing: 'pending' }
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', outcomes[intent.status] ?? 'failed')
  return url.href
}
