import type { Stripe } from '@stripe/stripe-js'
import type { Desk } from '../desk/desk'
import { noWords, readIntent } from './read-verdict'

/**
 * Where this frame has no storage, the order itself is gone from here; the server has its draft
 * and finishes it alone. The visitor is still told how the payment ended.
 */
export async function tellOfReturn(desk: Desk, stripe: Stripe, secret: string): Promise<void> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
  if (!paymentIntent) return
  const verdict = readIntent(paymentIntent, noWords)
  if (verdict.kind === 'paid') {
    desk.tell({ type: 'payment-found', uah: paymentIntent.amount / 100 })
  } else if (verdict.kind === 'refused' || verdict.kind === 'expired') {
    desk.tell({ type: 'payment-refused', fault: verdict.fault })
  }
}
