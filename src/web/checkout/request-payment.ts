import { createIntent } from './create-intent'
import { awaitOutcome } from './payment-outcome'
import type { CheckoutStore } from './store'

/** An intent for the amount that was chosen. A payment on which Pay was pressed is canceled first. */
export async function requestPayment(store: CheckoutStore, signal: AbortSignal): Promise<void> {
  const { payment } = store.getState()
  if (payment.kind === 'canceling')
    await awaitOutcome(store, payment.order, { signal, cancel: true, resumed: false })
  else await createIntent(store, signal)
}
