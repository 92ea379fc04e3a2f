import { type BrowserIntent, returnAddress } from '../browser/call-api'
import { translatePage } from './captions'

/**
 * The test bank: a page of its own, from which the payer is sent back to the shop, or (`as=overlay`)
 * a window over the shop with that page in it (`as=window`).
 */
const query = new URLSearchParams(location.search)
const asked = (name: string) => query.get(name) ?? ''
const as = asked('as')
const client_secret = asked('payment_intent_client_secret')
const ids = { key: asked('key'), client_secret }

translatePage(query.get('locale') ?? navigator.language)
const at = (id: string) => document.getElementById(id)
const buttons = {
  authorized: at('test-source-authorize-3ds'),
  failed: at('test-source-fail-3ds'),
}
/** The one that opened this; the shop's address is not known here, and nothing secret is told. */
const tell = (answer: string) => window.parent.postMessage(answer, '*')

if (as !== '')
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') tell('closed')
  })
if (as === 'overlay') showOverlay()
else await showQuestion()

/** What the bank in it says is passed on to the shop's script. */
function showOverlay(): void {
  const bank = at('challengeFrame')
  query.set('as', 'window')
  if (bank instanceof HTMLIFrameElement) bank.src = `?${query}`
  at('close')?.addEventListener('click', () => tell('closed'))
  at('overlay')?.removeAttribute('hidden')
  window.addEventListener('message', ({ origin, data }) => {
    if (origin === location.origin) tell(data)
  })
}

async function showQuestion(): Promise<void> {
  document.querySelector('main')?.removeAttribute('hidden')
  if (as === 'window') buttons.authorized?.focus()
  for (const [outcome, button] of Object.entries(buttons))
    button?.addEventListener('click', () => answer(outcome))
  const path = `payment_intents/${encodeURIComponent(asked('payment_intent'))}`
  const known = await call(`${path}?${new URLSearchParams(ids)}`)
  const place = at('amount')
  if (!known || !place) return
  const style = { style: 'currency', currency: String(known.currency).toUpperCase() } as const
  const { lang } = document.documentElement
  place.textContent = new Intl.NumberFormat(lang, style).format(Number(known.amount) / 100)
}

async function answer(outcome: string): Promise<void> {
  for (const button of Object.values(buttons)) button?.setAttribute('disabled', '')
  const body = new URLSearchParams({ ...ids, payment_intent: asked('payment_intent'), outcome })
  const intent = await call('3ds2/challenge_complete', { method: 'POST', body })
  const returnUrl = asked('return_url')
  if (intent && as === 'window') return tell('answered')
  if (intent && /^https?:/.test(returnUrl)) location.replace(returnAddress(returnUrl, intent))
  if (intent) return
  for (const button of Object.values(buttons)) button?.removeAttribute('disabled')
  at('problem')?.removeAttribute('hidden')
}

/** Undefined when the bank cannot be reached. */
async function call(path: string, init?: RequestInit): Promise<BrowserIntent | undefined> {
  try {
    const response = await fetch(`/v1/${path}`, init)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
