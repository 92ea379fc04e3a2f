import {
  answerChallenge,
  type BrowserIntent,
  type Caller,
  confirmIntent,
  connectionError,
  type IntentAnswer,
  retrieveIntent,
} from './call-api'
import type { ConfirmParams, Method } from './card-form'
import { localMessage } from './card-messages'
import type { Elements } from './elements'
import { IntegrationError } from './options'
import { createFrame } from './payment-element'

export interface ConfirmOptions {
  elements?: Elements
  confirmParams?: ConfirmParams
  redirect?: 'always' | 'if_required'
}

/** Validates, confirms, and opens the bank's challenge if there is one. */
export async function confirmPayment(
  caller: Caller,
  { elements, confirmParams = {}, redirect }: ConfirmOptions,
): Promise<IntentAnswer> {
  if (!elements) throw new IntegrationError('stripe.confirmPayment(): `elements` is required.')
  if (redirect !== 'if_required')
    throw new IntegrationError("The sandbox implements redirect: 'if_required' only.")
  // Before Safari 16.4 and Firefox 120 a page cannot know.
  const isPressed = navigator.userActivation?.isActive ?? true
  const form = elements.cardForm()
  const method = await form.method()
  // Safari opens no sheet otherwise.
  if (method !== 'card' && !isPressed)
    throw new IntegrationError('A wallet opens from a press of the visitor only.')
  // A card goes from its frame straight to the API.
  const first =
    method === 'card'
      ? await form.confirm(elements.clientSecret, confirmParams)
      : await payByWallet(caller, elements.clientSecret, method, confirmParams)
  return first.error ? first : followUp(caller, first.paymentIntent)
}

/** Calls the API once the wallet's sheet is accepted. */
async function payByWallet(
  caller: Caller,
  clientSecret: string,
  wallet: Exclude<Method, 'card'>,
  { payment_method_data: data, ...params }: ConfirmParams,
): Promise<IntentAnswer> {
  const { base, apiKey: key, locale } = caller
  const query = { as: 'wallet', payment_intent_client_secret: clientSecret, key, locale }
  const answer = await openOverlay(
    `${base}/frames/bank.html?${new URLSearchParams(query)}`,
    'Wallet (test)',
  )
  if (answer === 'closed') {
    const code = 'wallet_canceled'
    return { error: { type: 'validation_error', message: localMessage({ code }, locale) } }
  }
  const number = answer === 'failed' ? '4000000000000002' : '4242424242424242'
  const card = { number, exp_month: 12, exp_year: new Date().getFullYear() + 3, wallet }
  const payment_method_data = { ...data, type: 'card', card }
  const confirmed = await confirmIntent(caller, clientSecret, { ...params, payment_method_data })
  return answer === 'lost' ? { error: connectionError(locale) } : confirmed
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
  // Closed is failed: the intent is open for another try (stripe-js #275, stripe-ios #1353).
  if (answer === 'closed') await answerChallenge(caller, intent.client_secret, 'failed')
  return afterChallenge(caller, await retrieveIntent(caller, intent.client_secret))
}

/** The bank's page in the language of the card form. */
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

/** Never resolves: the page unloads. */
function leave(address: string): Promise<never> {
  window.location.assign(address)
  return new Promise(() => undefined)
}

/** Shows the bank's challenge, or a wallet, over the page until it is answered or `closed`. */
async function openOverlay(address: string, title: string): Promise<string> {
  const overlay = document.createElement('div')
  Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647' })
  const frame = createFrame(address, title)
  frame.style.height = '100%'
  frame.addEventListener('load', () => frame.focus())
  overlay.append(frame)
  const focused = document.activeElement
  document.body.append(overlay)
  const answer = await new Promise<string>(resolve =>
    window.addEventListener('message', function onMessage({ source, data }) {
      if (source !== frame.contentWindow) return
      window.removeEventListener('message', onMessage)
      resolve(data)
    }),
  )
  overlay.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return answer
}
