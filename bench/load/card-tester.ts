import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../../tests/processes'

const declinedCard = '4000000000000002'
/** A real card company takes longer to ask a bank; so this tester is faster than one can be. */
const tryMs = 250
/** The card company's status for a card that its bank declined. */
const paymentRequired = 402

/**
 * Somebody who tries stolen cards: takes every intent that is given, and tries cards on each until
 * it is cancelled. A try that no intent is left for is counted as not reaching the bank.
 */
export function createCardTester(product: Product) {
  const intents: string[] = []
  const counts = {
    intentsAsked: 0,
    intentsGiven: 0,
    refused: 0,
    cardsTried: 0,
    reachedTheBank: 0,
    intentCancelled: 0,
    noIntentLeft: 0,
  }
  return {
    counts,
    async askForIntent(address: string): Promise<void> {
      counts.intentsAsked++
      const response = await fetch(`${product.url}/api/create-payment-intent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: '{"amount":100}',
      })
      const answer: { client_secret?: string } = JSON.parse(await response.text())
      if (response.status === 429) counts.refused++
      if (!answer.client_secret) return
      counts.intentsGiven++
      intents.push(answer.client_secret.split('_secret_')[0] ?? '')
    },
    async tryCard(): Promise<void> {
      counts.cardsTried++
      await pause(tryMs)
      const intent = intents[Math.floor(Math.random() * intents.length)]
      if (intent === undefined) {
        counts.noIntentLeft++
        return
      }
      const answer = await fetch(`${product.sandboxUrl}/_control/payment_intents/${intent}/pay`, {
        method: 'POST',
        body: JSON.stringify({ card: declinedCard }),
      })
      const { status }: { status: number } = JSON.parse(await answer.text())
      if (status === paymentRequired) counts.reachedTheBank++
      else {
        counts.intentCancelled++
        const place = intents.indexOf(intent)
        if (place >= 0) intents.splice(place, 1)
      }
    },
  }
}
