import type { Stripe } from '@stripe/stripe-js'
import type { PaymentFault } from './desk-state'
import { pause } from './hold-for'
import { readIntent, type SettledVerdict, type Verdict } from './read-verdict'

/** Waits between two looks at the payment, in ms; the last one repeats for as long as it takes. */
const waits = [1000, 1500, 2000, 3000, 5000]
const longestWait = 10_000

export interface Unclear {
  fault: PaymentFault
  /** No answer came at all, so the request itself may still be on its way to the provider. */
  lost: boolean
}

/** Asks the provider until it is known whether the payment was taken. */
export async function settleUnclear(
  stripe: Stripe,
  clientSecret: string,
  { fault, lost }: Unclear,
): Promise<SettledVerdict> {
  // A request on its way can still turn "not paid" into "paid": such a word is heard twice.
  // A bank's step that stays open is waited for a little, then offered to the visitor again.
  const needed: Record<SettledVerdict['kind'], number> = {
    paid: 1,
    expired: 1,
    refused: lost ? 2 : 1,
    open: 4,
    unknown: 1,
  }
  for (let look = 0, same = 0, last = ''; ; look += 1) {
    const verdict = await lookAtPayment(stripe, clientSecret, fault)
    same = verdict.kind === last ? same + 1 : 1
    last = verdict.kind
    if (verdict.kind !== 'unclear' && same >= needed[verdict.kind]) return verdict
    await Promise.race([pause(waits[look] ?? longestWait), nextOnline()])
  }
}

/** One look: what the provider says of the payment now. */
export async function lookAtPayment(
  stripe: Stripe,
  clientSecret: string,
  fault: PaymentFault,
): Promise<Verdict> {
  try {
    const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
    if (paymentIntent) return readIntent(paymentIntent, fault)
    if (error?.code === 'resource_missing') return { kind: 'unknown' }
  } catch {
    // Nothing was learnt; the next look may tell.
  }
  return { kind: 'unclear', fault, lost: true }
}

function nextOnline(): Promise<void> {
  return new Promise(resolve => {
    window.addEventListener('online', () => resolve(), { once: true })
  })
}
