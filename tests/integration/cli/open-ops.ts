import { beforeEach } from 'vitest'
import { runOps } from '../../../src/cli/run-ops'
import { insertDonation } from '../../../src/server/db/donations'
import type { Donation, Order } from '../../../src/server/db/schema'
import type { Engine } from '../../../src/server/db/store'
import { createDonation } from '../../../src/server/orders/donation'
import { submitPage } from '../../setup/submit-page'
import { openTestStore } from '../../setup/test-store'
import { buildEmailSettings } from '../emails/mail-config'
import { putOrder } from '../put-order'

export type Ops = Awaited<ReturnType<typeof openOps>>

/** A store for the present test, and the commands that work on it. */
export async function openOps(engine: Engine) {
  const { place, store } = await openTestStore(engine)
  const clock = { now: Date.UTC(2026, 10, 20, 18, 0) }
  return {
    store,
    place,
    dataDir: place.dataDir,
    clock,
    putOrder: (columns?: Partial<Order>) => putOrder(store.db, columns),
    /** A captured payment of 200 UAH, unless it says otherwise. */
    async putPayment(remarkable: Partial<Donation> = {}) {
      const intent = { id: 'pi_payment1', amountKopiykas: 20_000, livemode: false, createdAt: 1 }
      await insertDonation(store.db, {
        ...createDonation(intent),
        ...({ state: 'succeeded', receivedKopiykas: 20_000 } as const),
        ...remarkable,
      })
    },
    /** Submits the temple's page. */
    submit(code: string, action: 'lit' | 'undo', photos: Buffer[] = []) {
      const services = { store, emailSettings: buildEmailSettings(), now: () => clock.now }
      return submitPage(services, { action, codes: [code], photos })
    },
    /** Runs one command line. On failure its output is the error text. */
    async run(line: string, variables: Record<string, string> = {}, settingsFile = '') {
      const { output, errors, exitCode } = await runOps(line.split(' ').filter(Boolean), {
        variables: {
          DATA_DIR: place.dataDir,
          DATABASE_URL: place.databaseUrl ?? '',
          CARD_PROVIDER: 'none',
          ...variables,
        },
        settingsFile,
        now: () => clock.now,
      })
      return { output: output || errors, errors, exitCode }
    },
  }
}

/** The same for each test of a `describe`. */
export function opsForEach(engine: Engine): Ops {
  const ops = {} as Ops
  beforeEach(async () => void Object.assign(ops, await openOps(engine)))
  return ops
}
