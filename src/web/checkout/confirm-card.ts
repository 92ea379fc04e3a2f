import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { readConfirmation, threw, type Verdict } from './read-verdict'

/** The card form of one intent. */
export interface OpenCardForm {
  stripe: Stripe
  elements: StripeElements
}

/** Asks the provider to take the payment; the visitor leaves the page only if the bank insists. */
export async function confirmCard({ stripe, elements }: OpenCardForm): Promise<Verdict> {
  try {
    const answer = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/` },
      redirect: 'if_required',
    })
    return readConfirmation(answer)
  } catch {
    return threw
  }
}
