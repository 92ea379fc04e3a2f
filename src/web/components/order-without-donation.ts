import type { Language } from '../../shared/language'
import { type FormState, findFormFaults } from '../../shared/order-form'
import { createFreeOrderKeys } from '../api/free-order-key'
import { placeOrder } from '../api/place-order'
import { isTooOften } from '../api/request'
import { runMutation } from '../api/run-mutation'
import type { Desk } from '../checkout/desk'
import { isFrozen } from '../checkout/desk-state'
import { holdFor, readingTime } from '../checkout/hold-for'
import { composeOrder } from './compose-order'

const freeOrderKeys = createFreeOrderKeys()

/**
 * The standalone order: check the form, send it, say how it went.
 * With a donation it only checks: that order is sent after the payment.
 */
export async function orderWithoutDonation(desk: Desk, form: FormState, language: Language) {
  // Asked here, where the order begins: two presses may have waited for this code together.
  if (isFrozen(desk.readState())) return {}
  const faults = findFormFaults(form)
  desk.tell({ type: 'faults-found', faults })
  if (Object.keys(faults).length > 0 || form.donationEnabled) return faults

  const payload = composeOrder(form, language)
  const key = freeOrderKeys.keyFor(payload)
  desk.tell({ type: 'ordering-began' })
  try {
    const call = runMutation(() => placeOrder(payload, key))
    const { userEmailSent } = await holdFor(readingTime, call)
    freeOrderKeys.forget()
    desk.tell({ type: 'order-stored', outcome: { kind: 'thanks', uah: undefined } })
    desk.toasts.show({ kind: 'order-submitted', userEmailSent })
  } catch (error) {
    desk.tell({ type: 'free-order-failed' })
    desk.toasts.show({ kind: isTooOften(error) ? 'order-too-often' : 'order-failed' })
  }
  return faults
}
