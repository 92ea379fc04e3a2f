import { askHolder } from './ask-holder'
import { type Caller, confirmIntent, retrieveIntent } from './call-api'
import { localMessage, ownMessage } from './card-messages'
import { type ElementsGroup, notMounted } from './elements-group'
import type { BrowserIntent, ConfirmParams, IntentAnswer } from './frame-talk'
import { IntegrationError } from './integration-error'
import { returnAddress } from './return-address'

export interface ConfirmOptions {
  elements?: ElementsGroup
  clientSecret?: string
  confirmParams?: ConfirmParams
  redirect?: 'always' | 'if_required'
}

/** Validates, confirms, asks the holder if the bank wants it, and tells how it came out. */
export async function confirmPayment(
  caller: Caller,
  options: ConfirmOptions,
): Promise<IntentAnswer> {
  const { return_url: returnUrl } = options.confirmParams ?? {}
  if (options.redirect !== 'if_required' && !returnUrl)
    throw new IntegrationError(
      "stripe.confirmPayment(): the `confirmParams.return_url` argument is required unless passing the `redirect: 'if_required'` option.",
    )
  const first = await sendCard(caller, options)
  if (first.error) return first
  const answer = await followUp(caller, first.paymentIntent)
  if (answer.error || options.redirect === 'if_required' || !returnUrl) return answer
  return leave(returnAddress(returnUrl, answer.paymentIntent))
}

/** What an intent still wants from its holder; nothing, mostly. */
export async function followUp(caller: Caller, intent: BrowserIntent): Promise<IntentAnswer> {
  const { next_action: next } = intent
  if (intent.status !== 'requires_action' || !next) return { paymentIntent: intent }
  if (next.redirect_to_url) return leave(inLanguage(caller, next.redirect_to_url.url))
  if (!next.use_stripe_sdk) return { paymentIntent: intent }
  const told = await askHolder(inLanguage(caller, next.use_stripe_sdk.stripe_js))
  if (told === 'closed') return notAuthenticated(caller, intent)
  return afterChallenge(caller, await retrieveIntent(caller, intent.client_secret))
}

/** The bank speaks the language of the card form. */
function inLanguage({ locale }: Caller, bankPage: string): string {
  const url = new URL(bankPage)
  url.searchParams.set('locale', locale)
  return url.href
}

function afterChallenge(caller: Caller, answer: IntentAnswer): IntentAnswer {
  if (answer.error) return answer
  const { paymentIntent: intent } = answer
  const { last_payment_error: error } = intent
  if (intent.status !== 'requires_payment_method' || !error) return answer
  if (error.code === 'payment_intent_authentication_failure')
    return notAuthenticated(caller, intent)
  const message = localMessage(error, caller.locale)
  return { error: { ...error, message, payment_intent: intent } }
}

function notAuthenticated({ locale }: Caller, intent: BrowserIntent): IntentAnswer {
  const code = 'payment_intent_authentication_failure'
  return {
    error: {
      type: 'invalid_request_error',
      code,
      doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
      message: ownMessage(code, locale),
      payment_intent: intent,
    },
  }
}

/** The card goes from its frame straight to the API; a kept payment method needs no frame. */
async function sendCard(caller: Caller, options: ConfirmOptions): Promise<IntentAnswer> {
  const { elements, confirmParams: params = {} } = options
  const clientSecret = options.clientSecret ?? elements?.clientSecret()
  if (clientSecret === undefined)
    throw new IntegrationError('stripe.confirmPayment(): a clientSecret is required.')
  if (params.payment_method !== undefined) return confirmIntent(caller, clientSecret, params)
  const line = elements?.paymentElement()?.line()
  if (!line) throw notMounted()
  return line.call('confirm', { clientSecret, params })
}

/** The page is going away; nothing after this is to happen. */
function leave(address: string): Promise<never> {
  window.location.assign(address)
  return new Promise(() => undefined)
}
