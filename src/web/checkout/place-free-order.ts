import type { CandleOrderPayload } from '../../shared/candle-order'
import type { Language } from '../../shared/language'
import { type FormFaults, type FormState, findFormFaults } from '../../shared/order-form'
import { placeOrder } from '../api/place-order'
import { runMutation } from '../api/query-client'
import { isTooOften } from '../api/request'
import { composeOrder } from './compose-order'
import { minimumDuration, shortNotice } from './minimum-duration'
import { isFrozen } from './state'
import type { CheckoutStore } from './store'

const keys = createFreeOrderKeys()

/**
 * The standalone order: validates the form and sends it. With a donation it only validates: that
 * order is sent after the payment. Returns what is wrong with the form.
 */
export async function placeFreeOrder(
  store: CheckoutStore,
  form: FormState,
  language: Language,
): Promise<FormFaults> {
  // Asked here, where the order begins: two presses may have waited for this code together.
  if (isFrozen(store.getState())) return {}
  const errors = findFormFaults(form)
  store.dispatch({ type: 'form-validated', errors })
  if (Object.keys(errors).length > 0 || form.donationEnabled) return errors

  const payload = composeOrder(form, language)
  const key = keys.keyFor(payload)
  store.dispatch({ type: 'free-order-started' })
  try {
    const call = runMutation(() => placeOrder(payload, key))
    const { userEmailSent } = await minimumDuration(shortNotice, call)
    keys.forget()
    store.dispatch({ type: 'free-order-placed', forWhom: payload.name, userEmailSent })
  } catch (error) {
    const toast = { kind: isTooOften(error) ? 'order-too-often' : 'order-failed' } as const
    store.dispatch({ type: 'free-order-failed', toast })
  }
  return errors
}

/**
 * One key per filled form: pressing again repeats the same order, in whatever language the page
 * is by then; another text makes a new one.
 */
export function createFreeOrderKeys() {
  let last: { filled: string; key: string } | undefined
  return {
    keyFor({ name, purpose }: CandleOrderPayload) {
      const filled = JSON.stringify([name, purpose])
      if (last?.filled !== filled) last = { filled, key: randomKey() }
      return last.key
    },
    /** After a success the next order is another one, even with the same text. */
    forget() {
      last = undefined
    },
  }
}

/** `crypto.randomUUID` exists in secure contexts only, and a parish page may be plain HTTP. */
function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
