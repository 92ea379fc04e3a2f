import type { Stripe } from '@stripe/stripe-js'
import type { Desk } from './desk'
import { pause } from './hold-for'
import { noWords, type SettledVerdict } from './read-verdict'
import { lookAtPayment } from './settle-unclear'

/** How often an open payment is looked at, in ms. */
const watchInterval = 5000

/**
 * The visitor may finish at the bank (in its app, say) instead of here: then `conclude` is called
 * with how it ended. Taking the payment up here ends the watch.
 */
export async function watchOpenPayment(
  desk: Desk,
  stripe: Stripe,
  clientSecret: string,
  conclude: (ended: SettledVerdict) => Promise<void>,
): Promise<void> {
  while (true) {
    await pause(watchInterval)
    if (!isWaitingFor(desk, clientSecret)) return
    const verdict = await lookAtPayment(stripe, clientSecret, noWords)
    if (!isWaitingFor(desk, clientSecret)) return
    if (verdict.kind !== 'open' && verdict.kind !== 'unclear') return conclude(verdict)
  }
}

function isWaitingFor(desk: Desk, clientSecret: string): boolean {
  const { step, intent } = desk.readState()
  return (
    step.name === 'filling' &&
    intent.kind === 'ready' &&
    intent.binding &&
    intent.clientSecret === clientSecret
  )
}
