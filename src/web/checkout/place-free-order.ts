import type { Language } from '../../shared/language'
import { type FormFaults, type FormState, findFormFaults } from '../../shared/order-form'
import { placeOrder } from '../api/place-order'
import { isTooOften } from '../api/request'
import { composeOrder } from './compose-order'
import { forgetFreeOrderKey, freeOrderKey } from './free-order-key'
import { minimumDuration, shortNotice } from './minimum-duration'
import { isFrozen } from './state'
import type { CheckoutStore } from './store'

/**
 * The standalone order: validates the form and sends it. With a donation it only validates: that
 * order is sent after the payment. Returns what is wrong with the form.
 */
export async function placeFreeOrder(
  store: CheckoutStore,
  form: FormState,
  language: Language,
): Promise<FormFaults> {
  // Two presses may have waited together for this code to load.
  if (isFrozen(store.getState())) return {}
  const errors = findFormFaults(form)
  store.dispatch({ type: 'form-validated', errors })
  if (Object.keys(errors).length > 0 || form.donationEnabled) return errors

  const payload = composeOrder(form, language)
  store.dispatch({ type: 'free-order-started' })
  try {
    const placed = placeOrder(payload, freeOrderKey(payload))
    const { userEmailSent } = await minimumDuration(shortNotice, placed)
    forgetFreeOrderKey()
    store.dispatch({ type: 'free-order-placed', candle: payload, userEmailSent })
  } catch (error) {
    const toast = { kind: isTooOften(error) ? 'order-too-often' : 'order-failed' } as const
    store.dispatch({ type: 'free-order-failed', toast })
  }
  return errors
}
