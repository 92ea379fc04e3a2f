import type { Stripe } from '@stripe/stripe-js'
import type { Desk } from './desk'
import { isBound } from './desk-state'
import { holdFor, sentenceTime } from './hold-for'
import { noWords, type SettledVerdict } from './read-verdict'
import { settleUnclear } from './settle-unclear'
import { watchOpenPayment } from './watch-open-payment'

/**
 * Where this frame has no storage, the order itself is gone from here; the server has its draft
 * and finishes it alone. The visitor is still told how the payment ended, and while nobody knows
 * that, no other is begun.
 */
export async function tellOfReturn(desk: Desk, stripe: Stripe, secret: string): Promise<void> {
  if (isBound(desk.readState())) return
  // An intent that is still being asked for must not take the place of this one.
  desk.takeIntentTurn()
  desk.tell({ type: 'return-unclear' })
  const asked = settleUnclear(stripe, secret, { fault: noWords, lost: false })
  await concludeReturn(desk, stripe, secret, await holdFor(sentenceTime, asked))
}

async function concludeReturn(
  desk: Desk,
  stripe: Stripe,
  clientSecret: string,
  verdict: SettledVerdict,
): Promise<void> {
  switch (verdict.kind) {
    case 'paid':
      return desk.tell({ type: 'payment-found', uah: verdict.uah })
    case 'refused':
      return desk.tell({ type: 'payment-refused', fault: verdict.fault })
    case 'expired':
      desk.tell({ type: 'payment-gone' })
      return desk.tell({ type: 'payment-refused', fault: verdict.fault })
    case 'unknown':
      return desk.tell({ type: 'payment-gone' })
    case 'open':
      desk.tell({ type: 'payment-still-open', payment: { clientSecret, uah: verdict.uah } })
      return watchOpenPayment(desk, stripe, clientSecret, ended =>
        concludeReturn(desk, stripe, clientSecret, ended),
      )
  }
}
