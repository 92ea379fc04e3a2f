import type { Kysely, KyselyPlugin } from 'kysely'
import type { Tables } from '../../../src/server/db/schema'
import type { PaymentProvider } from '../../../src/server/stripe/payment-provider'

/** Thrown wherever a dead server would have touched the store or the provider. */
class CrashedError extends Error {}

/**
 * A death that can be placed: the server's touches of the store and of the provider are counted,
 * and from the chosen one on every touch fails, as if the process had been killed right there.
 * What it had not committed is rolled back; nothing it still tries has any effect.
 */
export interface CrashGate {
  /** Dies at the touch after that many more; 0: at the next one. */
  arm(touches: number): void
  kill(): void
  isDead(): boolean
  guardStore(db: Kysely<Tables>): Kysely<Tables>
  guardProvider(provider: PaymentProvider): PaymentProvider
}

export function createCrashGate(): CrashGate {
  let left: number | null = null
  let dead = false

  function touch(): void {
    if (left !== null && !dead) {
      dead = left === 0
      left -= 1
    }
    if (dead) throw new CrashedError('the server is dead')
  }

  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    touch()
    const answer = await call()
    touch()
    return answer
  }

  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      touch()
      return node
    },
    async transformResult({ result }) {
      if (dead) throw new CrashedError('the server is dead')
      return result
    },
  }

  return {
    arm(touches) {
      left = touches
    },
    kill() {
      dead = true
    },
    isDead: () => dead,
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
