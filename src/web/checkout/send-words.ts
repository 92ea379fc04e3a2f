import type { CandleOrderPayload } from '../../shared/candle-order'
import { orderDraftPath, paymentIntentIdOf } from '../../shared/payment-intent'
import { isUnknownHere, request } from '../api/request'
import { withTimeout } from '../timing'

/** A click on Pay waits so long for the words, ms. Without them nothing is charged. */
const wordsTimeoutMs = 10_000

let lastVersion = 0

/**
 * Stores the words of a payment's order on the server, which finishes the order with them even if this
 * page is gone. The result is `unknown` if our server does not know the payment.
 */
export async function sendWords(
  clientSecret: string,
  words: CandleOrderPayload,
): Promise<'stored' | 'unknown' | 'failed'> {
  // Later words need a greater number, even if the clock was set back meanwhile.
  lastVersion = Math.max(Date.now(), lastVersion + 1)
  const body = { ...words, clientSecret, version: lastVersion }
  const path = orderDraftPath(paymentIntentIdOf(clientSecret))
  try {
    await withTimeout(request(path, { method: 'POST', body }), wordsTimeoutMs)
    return 'stored'
  } catch (error) {
    return isUnknownHere(error) ? 'unknown' : 'failed'
  }
}
