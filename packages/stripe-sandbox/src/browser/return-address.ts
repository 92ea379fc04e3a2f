import type { BrowserIntent } from './frame-talk'

const redirectStatus: Readonly<Record<string, string>> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'pending',
}

/** The shop's address with what the provider adds to it; a fragment stays at the end. */
export function returnAddress(returnUrl: string, intent: BrowserIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', redirectStatus[intent.status] ?? 'failed')
  return url.href
}
