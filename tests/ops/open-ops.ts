import { runOps } from '../../src/cli/run-ops'
import { insertOrder } from '../../src/server/db/orders'
import type { Order } from '../../src/server/db/schema'
import type { Engine, Store } from '../../src/server/db/store'
import { openStore } from '../../src/server/db/store'
import { buildOrder } from '../mail/build-order'
import { makeStorePlace } from '../set-up/test-store'

export interface Ops {
  store: Store
  dataDir: string
  clock: { now: number }
  putOrder(remarkable?: Partial<Order>): Promise<Order>
  /** Runs one command line as the operator would, beside the open store. */
  run(
    line: string,
    variables?: Record<string, string>,
  ): Promise<{ output: string; exitCode: number }>
  close(): Promise<void>
}

/** A store in use, and the command line over it. */
export async function openOps(engine: Engine): Promise<Ops> {
  const place = await makeStorePlace(engine)
  const store = await openStore(place)
  const clock = { now: Date.UTC(2026, 10, 20, 18, 0) }
  return {
    store,
    dataDir: place.dataDir,
    clock,
    async putOrder(remarkable = {}) {
      const id = remarkable.id ?? `order-${remarkable.code ?? '1'}`
      const order = buildOrder({ id, idempotencyKey: `key-${id}`, ...remarkable })
      await insertOrder(store.db, order)
      return order
    },
    run: (line, variables = {}) =>
      runOps(line.split(' ').filter(Boolean), {
        variables: {
          DATA_DIR: place.dataDir,
          DATABASE_URL: place.databaseUrl ?? '',
          CARD_PROVIDER: 'none',
          ...variables,
        },
        now: () => clock.now,
      }),
    async close() {
      await store.close()
      await place.remove()
    },
  }
}
