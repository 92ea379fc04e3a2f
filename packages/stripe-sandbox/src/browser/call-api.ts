import { localMessage, ownMessage } from './card-messages'
import type { BrowserIntent, IntentAnswer, StripeError } from './frame-talk'
import { packForm } from './pack-form'

/** What every call from a browser needs to know. */
export interface Caller {
  base: string
  apiKey: string
  locale: string
}

/** The intent's id stands before `_secret_` in its client secret. */
function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

export function isClientSecret(text: unknown): text is string {
  return typeof text === 'string' && /^pi_\w+_secret_\w+$/.test(text)
}

export function retrieveIntent(caller: Caller, clientSecret: string): Promise<IntentAnswer> {
  const id = intentIdOf(clientSecret)
  return call(caller, 'GET', `/v1/payment_intents/${id}`, { client_secret: clientSecret })
}

export function confirmIntent(
  caller: Caller,
  clientSecret: string,
  params: Record<string, unknown>,
): Promise<IntentAnswer> {
  const path = `/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`
  return call(caller, 'POST', path, {
    ...params,
    client_secret: clientSecret,
    use_stripe_sdk: true,
  })
}

/** Never rejects: an answer that did not come is an `api_connection_error`. */
async function call(
  { base, apiKey, locale }: Caller,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, unknown>,
): Promise<IntentAnswer> {
  const form = packForm({ ...fields, key: apiKey })
  try {
    const response =
      method === 'GET'
        ? await fetch(`${base}${path}?${form}`)
        : await fetch(`${base}${path}`, { method, body: form })
    const answer: BrowserIntent | { error: StripeError } = await response.json()
    if (isRefusal(answer)) return { error: localised(answer.error, locale) }
    return { paymentIntent: answer }
  } catch {
    return {
      error: { type: 'api_connection_error', message: ownMessage('api_connection_error', locale) },
    }
  }
}

function isRefusal(
  answer: BrowserIntent | { error: StripeError },
): answer is { error: StripeError } {
  return 'error' in answer
}

function localised(error: StripeError, locale: string): StripeError {
  return { ...error, message: localMessage(error, locale) }
}
