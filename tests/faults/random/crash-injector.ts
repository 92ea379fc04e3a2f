import type { Kysely, KyselyPlugin } from 'kysely'
import type { Tables } from '../../../src/server/db/schema'
import type { PaymentProvider } from '../../../src/server/stripe/payment-provider'

/** Thrown in place of a crashed server's call to the store or the provider. */
class CrashedError extends Error {}

/**
 * Counts the server's calls to the store and the provider; from the chosen one on each fails, as if
 * the process had been killed there.
 * Uncommitted work is rolled back, and later calls have no effect.
 */
export interface CrashInjector {
  /** Crashes after that many more calls; 0: at the next one. */
  arm(calls: number): void
  kill(): void
  hasCrashed(): boolean
  guardStore(db: Kysely<Tables>): Kysely<Tables>
  guardProvider(provider: PaymentProvider): PaymentProvider
}

export function createCrashInjector(): CrashInjector {
  let left: number | null = null
  let crashed = false

  function countCall(): void {
    if (left !== null && !crashed) {
      crashed = left === 0
      left -= 1
    }
    if (crashed) throw new CrashedError('the server has crashed')
  }

  /** Every method, so that one that is added later is guarded, too. */
  const handler: ProxyHandler<PaymentProvider> = {
    get(provider, name) {
      const member: unknown = Reflect.get(provider, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        countCall()
        const answer: unknown = Reflect.apply(member, provider, args)
        if (answer instanceof Promise) return answer.then(countAnswer)
        return isList(answer) ? readGuarded(answer) : answer
      }
    },
  }

  function countAnswer<T>(answer: T): T {
    countCall()
    return answer
  }

  async function* readGuarded(list: AsyncIterable<unknown>) {
    for await (const entry of list) yield countAnswer(entry)
  }

  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      countCall()
      return node
    },
    async transformResult({ result }) {
      if (crashed) throw new CrashedError('the server has crashed')
      return result
    },
  }

  return {
    arm(calls) {
      left = calls
    },
    kill() {
      crashed = true
    },
    hasCrashed: () => crashed,
    guardStore: db => db.withPlugin(plugin),
    guardProvider: provider => new Proxy(provider, handler),
  }
}

function isList(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}
