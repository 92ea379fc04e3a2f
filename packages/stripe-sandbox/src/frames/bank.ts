import { answerChallenge, retrieveIntent, returnAddress } from '../browser/call-api'
import { translatePage } from './captions'

/**
 * This page is the test bank. Without `as` it sends the payer back to the shop. As `overlay` it lies over
 * the shop and holds the same page as `window`. As `wallet` it is the sheet of a wallet, and the shop's
 * script handles its answer.
 */
const query = new URLSearchParams(location.search)
const param = (name: string) => query.get(name) ?? ''
const as = param('as')
const clientSecret = param('payment_intent_client_secret')
const locale = query.get('locale') ?? navigator.language
const caller = { base: '', apiKey: param('key'), locale }

translatePage(locale)
const at = (id: string) => document.getElementById(id)
const buttons = document.querySelectorAll<HTMLButtonElement>('main button')
/** Sends a message to any shop, because it holds no secret. */
const notify = (answer: string) => window.parent.postMessage(answer, '*')

if (as !== '')
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') notify('closed')
  })
if (as === 'overlay') showOverlay()
else await showQuestion()

function showOverlay(): void {
  const bank = at('challengeFrame')
  query.set('as', 'window')
  if (bank instanceof HTMLIFrameElement) bank.src = `?${query}`
  at('close')?.addEventListener('click', () => notify('closed'))
  at('overlay')?.removeAttribute('hidden')
  window.addEventListener('message', ({ origin, data }) => {
    if (origin === location.origin) notify(data)
  })
}

async function showQuestion(): Promise<void> {
  document.querySelector('main')?.removeAttribute('hidden')
  at('wallet')?.toggleAttribute('hidden', as !== 'wallet')
  for (const button of buttons) button.addEventListener('click', () => answer(button.value))
  if (as !== '') buttons[0]?.focus()
  const total = at('amount')
  const price = as === 'wallet' ? priceInAddress() : await readPrice()
  if (!price || !total) return
  const { amount, currency } = price
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  total.textContent = money.format(amount / 100)
}

/** A wallet's sheet opens before the intent is named, so its address has the price. */
function priceInAddress() {
  return { amount: Number(param('amount')), currency: param('currency') }
}

async function readPrice() {
  return (await retrieveIntent(caller, clientSecret)).paymentIntent
}

async function answer(outcome: string): Promise<void> {
  if (as === 'wallet') return notify(outcome)
  for (const button of buttons) button.disabled = true
  const { paymentIntent } = await answerChallenge(caller, clientSecret, outcome)
  const returnUrl = param('return_url')
  if (!paymentIntent) {
    for (const button of buttons) button.disabled = false
    at('problem')?.removeAttribute('hidden')
  } else if (as === 'window') notify('answered')
  else if (/^https?:/.test(returnUrl)) location.replace(returnAddress(returnUrl, paymentIntent))
}
