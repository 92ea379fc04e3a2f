import { type BrowserIntent, returnAddress } from '../browser/call-api'
import { writeCaptions } from './captions'

/**
 * The test bank: in the window that the overlay shows, or as a page of its own, from which the
 * payer is sent back to the shop.
 */
const query = new URLSearchParams(location.search)
const asked = (name: string) => query.get(name) ?? ''
const intent = asked('payment_intent')
const client_secret = asked('payment_intent_client_secret')
const key = asked('key')
const inWindow = query.has('in_window')

const captions = writeCaptions(query.get('locale') ?? navigator.language)
document.body.classList.toggle('alone', !inWindow)
const problem = document.getElementById('problem')
const buttons = (['authorize', 'fail'] as const).map(name => ({
  button: document.getElementById(`test-source-${name}-3ds`),
  outcome: name === 'authorize' ? 'authorized' : 'failed',
}))

for (const { button, outcome } of buttons)
  button?.addEventListener('click', async () => {
    disable(true)
    const answer = await call('3ds2/challenge_complete', {
      method: 'POST',
      body: new URLSearchParams({ key, payment_intent: intent, client_secret, outcome }),
    })
    if (answer) return leave(answer)
    disable(false)
    if (problem) problem.textContent = captions.unreachable
  })
if (inWindow) {
  buttons[0]?.button?.focus()
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') window.parent.postMessage('closed', location.origin)
  })
}
await showAmount()

function disable(disabled: boolean): void {
  for (const { button } of buttons) button?.toggleAttribute('disabled', disabled)
}

function leave(paid: BrowserIntent): void {
  const returnUrl = asked('return_url')
  if (inWindow) window.parent.postMessage('answered', location.origin)
  else if (/^https?:/.test(returnUrl)) window.location.replace(returnAddress(returnUrl, paid))
}

/** Undefined when the bank cannot be reached; the buttons say so. */
async function call(path: string, init?: RequestInit): Promise<BrowserIntent | undefined> {
  try {
    const response = await fetch(`/v1/${path}`, init)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

async function showAmount(): Promise<void> {
  const known = await call(
    `payment_intents/${encodeURIComponent(intent)}?${new URLSearchParams({ key, client_secret })}`,
  )
  const place = document.getElementById('amount')
  if (!known || !place) return
  const style = { style: 'currency', currency: String(known.currency).toUpperCase() } as const
  const { lang } = document.documentElement
  place.textContent = new Intl.NumberFormat(lang, style).format(Number(known.amount) / 100)
}
