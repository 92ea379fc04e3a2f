import { expect, test } from 'vitest'
import { sample } from '../setup/sample'
import { matrix } from './matrix'
import { lazyBrowser, runRow } from './run-row'

const fourMinutes = 240_000
/** Kills at every place where something is half done; `npm run faults` runs all rows. */
const representative = sample([31, 40], [3, 21, 30, 31, 40, 47, 59, 60])

test('the matrix has every fault once', () => {
  const numbers = matrix.map(row => row.number).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 65 }, (_, i) => i + 1))
})

test.each(matrix.filter(row => representative.includes(row.number)))(
  'fault $number, $where, $fault: $must',
  async row => {
    const { failure } = await runRow(row, lazyBrowser().open)
    expect(failure).toBeNull()
  },
  fourMinutes,
)
