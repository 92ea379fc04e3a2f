import { expect, test } from 'vitest'
import { runRandom } from './run-random'

const tenMinutes = 600_000

test(
  '200 random stories of visitors, faults and crashes keep every promise',
  async () => {
    const result = await runRandom({ stories: 200, seed: 20_261_120 })
    expect(result.failure).toBeNull()
    expect(result.captured).toBeGreaterThan(200)
    expect(result.orders + result.tickets).toBeGreaterThanOrEqual(result.captured)
  },
  tenMinutes,
)
