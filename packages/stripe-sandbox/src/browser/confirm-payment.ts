import {
  answerChallenge,
  type BrowserIntent,
  type Caller,
  confirmIntent,
  connectionError,
  type IntentAnswer,
  retrieveIntent,
} from './call-api'
import type { ConfirmParams } from './card-form'
import { localMessage } from './card-messages'
import type { Collected, Elements, ElementsOptions } from './elements'
import { IntegrationError } from './options'
import { openOverlay } from './overlay'

export interface ConfirmOptions {
  elements?: Elements
  clientSecret?: string
  confirmParams?: ConfirmParams
  redirect?: 'always' | 'if_required'
}

/** Confirms what `elements.submit()` has collected, and opens the bank's challenge if there is one. */
export async function confirmPayment(
  caller: Caller,
  { elements, clientSecret = '', confirmParams = {}, redirect }: ConfirmOptions,
): Promise<IntentAnswer> {
  if (!elements) throw new IntegrationError('stripe.confirmPayment(): `elements` is required.')
  if (redirect !== 'if_required')
    throw new IntegrationError("The sandbox implements redirect: 'if_required' only.")
  if (!/^pi_[a-zA-Z0-9]+_secret_\w+$/.test(clientSecret))
    throw new IntegrationError(`confirmPayment(): ${clientSecret} is not a client secret.`)
  const collected = elements.takeCollected()
  if (!collected)
    throw new IntegrationError(
      'elements.submit() must be called before stripe.confirmPayment(), each time.',
    )
  const { error, paymentIntent } = await retrieveIntent(caller, clientSecret)
  if (error) return { error }
  checkIntent(paymentIntent, elements.options())
  // A card's frame sends the number straight to the API.
  const first =
    collected.method === 'card'
      ? await elements.cardForm().confirm(clientSecret, confirmParams)
      : await payByWallet(caller, clientSecret, collected, confirmParams)
  return first.error ? first : followUp(caller, first.paymentIntent)
}

/** Throws if the elements were made for another payment than the one to confirm. */
function checkIntent(intent: BrowserIntent, options: ElementsOptions): void {
  const { amount, currency, allowedPaymentMethodTypes: types } = options
  const isSame =
    intent.amount === amount &&
    intent.currency === currency &&
    String(intent.payment_method_types) === String(types)
  if (isSame) return
  throw new IntegrationError(
    `The payment intent is for ${intent.amount} ${intent.currency} by ${intent.payment_method_types}, the elements for ${amount} ${currency} by ${types}.`,
  )
}

async function payByWallet(
  caller: Caller,
  clientSecret: string,
  { method, answer }: Extract<Collected, { answer: string }>,
  { payment_method_data: data, ...params }: ConfirmParams,
): Promise<IntentAnswer> {
  const number = answer === 'failed' ? '4000000000000002' : '4242424242424242'
  const exp_year = new Date().getFullYear() + 3
  const card = { number, exp_month: 12, exp_year, wallet: method }
  const payment_method_data = { ...data, type: 'card', card }
  const confirmed = await confirmIntent(caller, clientSecret, { ...params, payment_method_data })
  return answer === 'lost' ? { error: connectionError(caller.locale) } : confirmed
}

async function followUp(caller: Caller, intent: BrowserIntent): Promise<IntentAnswer> {
  const { next_action: next } = intent
  if (intent.status !== 'requires_action' || !next) return { paymentIntent: intent }
  if (next.redirect_to_url?.url) return leave(inLanguage(caller, next.redirect_to_url.url))
  if (!next.use_stripe_sdk) return { paymentIntent: intent }
  const answer = await openOverlay(
    inLanguage(caller, next.use_stripe_sdk.stripe_js),
    '3D Secure (test)',
  )
  // If the payer closes the challenge, it counts as failed, and the intent is open for another attempt
  // (stripe-js #275, stripe-ios #1353).
  if (answer === 'closed') await answerChallenge(caller, intent.client_secret, 'failed')
  return afterChallenge(caller, await retrieveIntent(caller, intent.client_secret))
}

/** Adds the language of the card form to the address of the bank's page. */
function inLanguage({ locale }: Caller, bankPage: string): string {
  const url = new URL(bankPage)
  url.searchParams.set('locale', locale)
  return url.href
}

function afterChallenge({ locale }: Caller, answer: IntentAnswer): IntentAnswer {
  const { paymentIntent: payment_intent } = answer
  const error = payment_intent?.last_payment_error
  if (!error || payment_intent.status !== 'requires_payment_method') return answer
  return { error: { ...error, message: localMessage(error, locale), payment_intent } }
}

/** Leaves the page. The result never resolves, because the page unloads. */
function leave(address: string): Promise<never> {
  window.location.assign(address)
  return new Promise(() => undefined)
}
