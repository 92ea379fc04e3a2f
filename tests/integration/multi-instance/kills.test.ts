import { expect, test } from 'vitest'
import { sample } from '../../setup/sample'
import { makeStorePlace } from '../../setup/test-store'
import { checkPromises } from './check-promises'
import { finishWork } from './finish-work'
import { runShop } from './run-shop'

const visitors = sample(16, 60)

test.each(sample([2], [2, 4]))(
  '%i servers on one database keep every promise while they are killed at random',
  async servers => {
    const place = await makeStorePlace('postgres')
    const run = await runShop({
      databaseUrl: place.databaseUrl ?? '',
      servers,
      visitors,
      seed: servers,
    })
    const services = await finishWork(run.shop)
    const findings = await checkPromises(run, services)
    expect(findings.broken).toEqual([])
    expect(findings.kills).toBeGreaterThan(0)
    expect(findings.visits).toBe(visitors)
    await services.store.close()
    await run.shop.close()
    await place.remove()
  },
  240_000,
)
