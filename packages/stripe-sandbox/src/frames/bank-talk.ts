import type { BrowserIntent } from '../browser/frame-talk'
import { writeCaptions } from './captions'

/** Any key of the payment's account will do. */
const apiKey = new URLSearchParams(location.search).get('key') ?? 'pk_test_sandbox'

export type Decision = 'authorized' | 'failed'

/** Which payment the page is about, from its address. */
export function paymentAsked() {
  const query = new URLSearchParams(location.search)
  return {
    intent: query.get('payment_intent') ?? '',
    clientSecret: query.get('payment_intent_client_secret') ?? '',
    returnUrl: query.get('return_url'),
    locale: query.get('locale') ?? navigator.language,
  }
}

/** Shows what is to be paid and reports which button was pressed, once the bank has taken it. */
export async function askForDecision(done: (intent: BrowserIntent) => void): Promise<void> {
  const { intent, clientSecret, locale } = paymentAsked()
  const captions = writeCaptions(locale)
  const problem = document.getElementById('problem')
  const buttons = new Map<Decision, HTMLElement | null>([
    ['authorized', document.getElementById('test-source-authorize-3ds')],
    ['failed', document.getElementById('test-source-fail-3ds')],
  ])
  for (const [decision, button] of buttons)
    button?.addEventListener('click', async () => {
      for (const one of buttons.values()) one?.toggleAttribute('disabled', true)
      const answer = await send(intent, clientSecret, decision)
      if (answer) return done(answer)
      for (const one of buttons.values()) one?.toggleAttribute('disabled', false)
      if (problem) problem.textContent = captions.unreachable
    })
  await showAmount(intent, clientSecret)
}

async function send(
  intent: string,
  clientSecret: string,
  outcome: Decision,
): Promise<BrowserIntent | undefined> {
  const body = new URLSearchParams({
    key: apiKey,
    payment_intent: intent,
    client_secret: clientSecret,
    outcome,
  })
  try {
    const response = await fetch('/v1/3ds2/challenge_complete', { method: 'POST', body })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

async function showAmount(intent: string, clientSecret: string): Promise<void> {
  const query = new URLSearchParams({ key: apiKey, client_secret: clientSecret })
  const place = document.getElementById('amount')
  try {
    const response = await fetch(`/v1/payment_intents/${encodeURIComponent(intent)}?${query}`)
    if (!response.ok || !place) return
    const { amount, currency }: { amount: number; currency: string } = await response.json()
    const style = { style: 'currency', currency: currency.toUpperCase() } as const
    place.textContent = new Intl.NumberFormat(document.documentElement.lang, style).format(
      amount / 100,
    )
  } catch {
    // The page works without the amount; the buttons say it if the bank cannot be reached.
  }
}
