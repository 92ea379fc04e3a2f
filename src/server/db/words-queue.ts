import { replaceDraft, type Words } from './donations'
import { StoreBusyError } from './failures'
import { inTransaction, type Store } from './store'

/** Words that have waited longer are rejected, because their page has given up, ms. */
const maxWaitMs = 10_000

const maxPerTurn = 100

interface Call {
  words: Words
  askedAt: number
  resolve(isSaved: boolean): void
  reject(error: unknown): void
}

/** Saves words and returns what `replaceDraft` does. `network` is the widest one of the sender. */
export type SaveWords = (network: string, words: Words) => Promise<boolean>

/**
 * Saves the words of orders, for which a page waits before it confirms the card. Strangers can send any
 * number of words, and a commit may take 150 ms. So each turn takes the first waiting call of each network
 * and writes them in one transaction. Nobody waits for more than two commits, whatever another network sends,
 * and a thousand calls take one connection.
 */
export function createWordsQueue(store: Store): SaveWords {
  const waiting = new Map<string, Call[]>()
  let isRunning = false

  /** Takes one call of each network. A network that has more calls then goes behind the others. */
  function takeTurn(): Call[] {
    return [...waiting].slice(0, maxPerTurn).flatMap(([network, [call, ...others]]) => {
      waiting.delete(network)
      if (others.length > 0) waiting.set(network, others)
      return call ? [call] : []
    })
  }

  async function runTurn(): Promise<void> {
    const oldest = performance.now() - maxWaitMs
    const calls = takeTurn()
    for (const { askedAt, reject } of calls) if (askedAt < oldest) reject(new StoreBusyError())
    const turn = calls
      .filter(({ askedAt }) => askedAt >= oldest)
      // All processes lock rows in the same order, so two turns cannot block each other.
      .sort((one, other) => (one.words.paymentIntentId < other.words.paymentIntentId ? -1 : 1))
    if (turn.length === 0) return
    try {
      const saved = await inTransaction(
        store,
        async trx => {
          const results: boolean[] = []
          for (const { words } of turn) results.push(await replaceDraft(trx, words))
          return results
        },
        'words',
      )
      for (const [i, { resolve }] of turn.entries()) resolve(saved[i] === true)
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (waiting.size > 0) await runTurn()
    isRunning = false
  }

  return (network, words) =>
    new Promise((resolve, reject) => {
      const call = { words, askedAt: performance.now(), resolve, reject }
      const own = waiting.get(network)
      if (own) own.push(call)
      else waiting.set(network, [call])
      void run()
    })
}
