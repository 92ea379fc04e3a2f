import type { CandleOrderPayload } from '../../shared/candle-order'
import type { FormState } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import { forgetPendingOrder } from './pending-order'
import { composeOrder, placeOrder } from './place-order'
import type { CheckoutStore } from './store'

/** The last order that may not have arrived: its name and purpose, and its key. */
let unplaced: { text: string; key: string } | undefined

/** Sends a validated order without a donation. */
export async function placeFreeOrder(
  store: CheckoutStore,
  form: FormState,
  language: Language,
): Promise<void> {
  const payload = composeOrder(form, language)
  const toast = await placeOrder(payload, freeOrderKey(payload))
  if (!toast) {
    store.dispatch({ type: 'free-order-failed' })
    return
  }
  unplaced = undefined
  // Ordered after all: the next visit must not fill in its text again.
  const { payment } = store.getState()
  if (payment.kind === 'open' && payment.order.attempt === 'declined')
    forgetPendingOrder(payment.order)
  store.dispatch({ type: 'free-order-placed', candle: payload, toast })
}

/** The same text, in whatever language the page is by then, repeats the same order. */
function freeOrderKey({ name, purpose }: CandleOrderPayload): string {
  const text = JSON.stringify([name, purpose])
  if (unplaced?.text !== text) unplaced = { text, key: randomKey() }
  return unplaced.key
}

/** `crypto.randomUUID` exists in secure contexts only, and a parish page may be plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
