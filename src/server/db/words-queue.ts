import { replaceDraft, type Words } from './donations'
import { StoreBusyError } from './failures'
import { inTransaction, type Store } from './store'

/** Words that waited longer are rejected: their page has given up. */
const maxWaitMs = 10_000

const maxPerTurn = 100

interface Call {
  words: Words
  askedAt: number
  resolve(isKept: boolean): void
  reject(error: unknown): void
}

/** Resolves to what `replaceDraft` finds. `network`: the widest of the address that sends them. */
export type KeepWords = (network: string, words: Words) => Promise<boolean>

/**
 * Keeps the words of orders, which a page waits for before it confirms the card. Strangers can send as
 * many as they like, and a commit may take 150 ms. So a turn takes the first call that waits of each
 * network, and writes them in one transaction: nobody waits for more than two commits, whatever one
 * network sends, and a thousand calls take one connection.
 */
export function createWordsQueue(store: Store): KeepWords {
  /** By network, the longest waiting first. */
  const waiting = new Map<string, Call[]>()
  let isRunning = false

  /** A network that has more to write goes behind the others. */
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
      // Two processes lock the rows of their turns in the same order.
      .sort((one, other) => (one.words.paymentIntentId < other.words.paymentIntentId ? -1 : 1))
    if (turn.length === 0) return
    try {
      const kept = await inTransaction(
        store,
        async trx => {
          const results: boolean[] = []
          for (const { words } of turn) results.push(await replaceDraft(trx, words))
          return results
        },
        'words',
      )
      for (const [i, { resolve }] of turn.entries()) resolve(kept[i] === true)
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
