import { expect, test } from 'vitest'
import { runRandom } from './run-random'

const tenMinutes = 600_000
const scenarios = 24

test(
  `${scenarios} random scenarios of visitors, faults and crashes keep every promise`,
  async () => {
    const result = await runRandom({ scenarios, seed: 20_261_120 })
    expect(result.failure).toBeNull()
    expect(result.captured).toBeGreaterThan(scenarios)
  },
  tenMinutes,
)
