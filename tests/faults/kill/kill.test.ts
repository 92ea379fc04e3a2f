import { expect, test } from 'vitest'
import { sample } from '../../setup/sample'
import { openStorePlace } from '../../setup/test-store'
import { runKillLoop } from './run-kill-loop'

test.each(sample([1, 2], [1, 2, 4]))(
  '%i servers on one store keep every promise while they are killed at random',
  async servers => {
    const { databaseUrl } = await openStorePlace(servers > 1 ? 'postgres' : 'sqlite', true)
    const kills = sample(4, 40)
    const result = await runKillLoop({ kills, seed: servers, servers, databaseUrl })
    expect(result.broken).toEqual([])
    expect(result.confirmed).toBeGreaterThan(0)
    expect(result.captured).toBeGreaterThan(0)
  },
  240_000,
)
