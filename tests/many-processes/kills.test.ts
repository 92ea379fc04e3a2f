import { expect, test } from 'vitest'
import { makeStorePlace } from '../set-up/test-store'
import { checkPromises } from './check-promises'
import { finishWork } from './finish-work'
import { runShop } from './run-shop'

test.each([2, 4])(
  '%i servers on one database keep every promise while they are killed at random',
  async servers => {
    const place = await makeStorePlace('postgres')
    const run = await runShop({
      databaseUrl: place.databaseUrl ?? '',
      servers,
      visitors: 60,
      seed: servers,
    })
    const services = await finishWork(run.shop)
    const findings = await checkPromises(run, services)
    expect(findings.broken).toEqual([])
    expect(findings.kills).toBeGreaterThan(0)
    expect(findings.visits).toBe(60)
    await services.store.close()
    await run.shop.close()
    await place.remove()
  },
  240_000,
)
