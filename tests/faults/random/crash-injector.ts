import type { Kysely, KyselyPlugin } from 'kysely'
import type { Tables } from '../../../src/server/db/schema'
import type { PaymentProvider } from '../../../src/server/stripe/payment-provider'

/** Thrown where a crashed server would have called the store or the provider. */
class CrashedError extends Error {}

/**
 * Injects a crash at a chosen point: the server's calls to the store and the provider are counted,
 * and from the chosen one on each fails, as if the process had been killed right there.
 * What it had not committed is rolled back; nothing it still tries has any effect.
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

  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    countCall()
    const answer = await call()
    countCall()
    return answer
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
    guardProvider: provider => ({
      ...provider,
      createIntent: (ref, amount) => guarded(() => provider.createIntent(ref, amount)),
      readIntent: id => guarded(() => provider.readIntent(id)),
      cancelIntent: id => guarded(() => provider.cancelIntent(id)),
      listReversals: id => guarded(() => provider.listReversals(id)),
    }),
  }
}
