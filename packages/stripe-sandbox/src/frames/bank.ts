import { answerChallenge, retrieveIntent, returnAddress } from '../browser/call-api'
import { translatePage } from './captions'

/**
 * The test bank: a page of its own, from which the payer is sent back to the shop, or (`as=overlay`)
 * a window over the shop with that page in it (`as=window`). As `as=wallet` it is the sheet of a
 * wallet: the shop's script does what is pressed.
 */
const query = new URLSearchParams(location.search)
const asked = (name: string) => query.get(name) ?? ''
const as = asked('as')
const clientSecret = asked('payment_intent_client_secret')
const locale = query.get('locale') ?? navigator.language
const caller = { base: '', apiKey: asked('key'), locale }

translatePage(locale)
const at = (id: string) => document.getElementById(id)
const buttons = document.querySelectorAll<HTMLButtonElement>('main button')
/** To whichever shop opened this page; the message holds no secret. */
const notify = (answer: string) => window.parent.postMessage(answer, '*')

if (as !== '')
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') notify('closed')
  })
if (as === 'overlay') showOverlay()
else await showQuestion()

/** Passes the bank's answer on to the shop's script. */
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
  const { paymentIntent } = await retrieveIntent(caller, clientSecret)
  const place = at('amount')
  if (!paymentIntent || !place) return
  const { amount, currency } = paymentIntent
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  place.textContent = money.format(amount / 100)
}

async function answer(outcome: string): Promise<void> {
  if (as === 'wallet') return notify(outcome)
  for (const button of buttons) button.disabled = true
  const { paymentIntent } = await answerChallenge(caller, clientSecret, outcome)
  const returnUrl = asked('return_url')
  if (!paymentIntent) {
    for (const button of buttons) button.disabled = false
    at('problem')?.removeAttribute('hidden')
  } else if (as === 'window') notify('answered')
  else if (/^https?:/.test(returnUrl)) location.replace(returnAddress(returnUrl, paymentIntent))
}
