import { expect, test } from 'vitest'
import { sample } from '../../setup/sample'
import { makeStorePlace } from '../../setup/test-store'
import { runKillLoop } from './run-kill-loop'

test.each(sample([2], [2, 4]))(
  '%i servers on one database keep every promise while they are killed at random',
  async servers => {
    const place = await makeStorePlace('postgres', true)
    const databaseUrl = place.databaseUrl ?? ''
    const result = await runKillLoop({ kills: sample(4, 40), seed: servers, servers, databaseUrl })
    expect(result.broken).toEqual([])
    expect(result.confirmed).toBeGreaterThan(0)
    expect(result.captured).toBeGreaterThan(0)
    await place.remove()
  },
  240_000,
)
