import {
  type BrowserIntent,
  type Caller,
  confirmIntent,
  type IntentAnswer,
  retrieveIntent,
  returnAddress,
} from './call-api'
import type { ConfirmParams } from './card-channel'
import { localMessage, ownMessage } from './card-messages'
import { type Elements, notMounted } from './elements'
import { IntegrationError } from './emitter'
import { createFrame } from './payment-element'

export interface ConfirmOptions {
  elements?: Elements
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
async function followUp(caller: Caller, intent: BrowserIntent): Promise<IntentAnswer> {
  const { next_action: next } = intent
  if (intent.status !== 'requires_action' || !next) return { paymentIntent: intent }
  if (next.redirect_to_url) return leave(inLanguage(caller, next.redirect_to_url.url))
  if (!next.use_stripe_sdk) return { paymentIntent: intent }
  const answer = await showChallenge(inLanguage(caller, next.use_stripe_sdk.stripe_js))
  if (answer === 'closed') return notAuthenticated(caller, intent)
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
  const channel = elements?.paymentElement()?.channel()
  if (!channel) throw notMounted()
  return channel.call('confirm', { clientSecret, params })
}

/** The page is going away; nothing after this is to happen. */
function leave(address: string): Promise<never> {
  window.location.assign(address)
  return new Promise(() => undefined)
}

/** Lays the bank's challenge over the page and waits until it is answered or closed. */
async function showChallenge(address: string): Promise<'answered' | 'closed'> {
  const overlay = document.createElement('div')
  Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647' })
  const frame = createFrame(address, '3D Secure (test)')
  frame.style.height = '100%'
  overlay.append(frame)
  document.body.append(overlay)
  const before = document.activeElement
  try {
    return await new Promise(resolve => {
      const { port1: port, port2: theirs } = new MessageChannel()
      port.onmessage = ({ data }) => resolve(data)
      frame.addEventListener('load', () => {
        const { origin } = new URL(address)
        frame.contentWindow?.postMessage('card-sandbox-challenge', origin, [theirs])
        frame.focus()
      })
    })
  } finally {
    overlay.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
