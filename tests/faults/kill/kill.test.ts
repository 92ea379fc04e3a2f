import { expect, test } from 'vitest'
import { openStorePlace } from '../../setup/test-store'
import { runKillLoop } from './run-kill-loop'

test.each([1, 2])(
  '%i servers on one store keep every promise while they are killed at random',
  async servers => {
    const { databaseUrl } = await openStorePlace(servers > 1 ? 'postgres' : 'sqlite', true)
    const result = await runKillLoop({ kills: 4, seed: servers, servers, databaseUrl })
    expect(result.broken).toEqual([])
    expect(result.confirmed).toBeGreaterThan(0)
    expect(result.captured).toBeGreaterThan(0)
  },
  240_000,
)
