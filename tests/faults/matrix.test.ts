import { expect, test } from 'vitest'
import { matrix } from './matrix'
import { lazyBrowser, runRow } from './run-row'

const fourMinutes = 240_000
/** Kills at every place where something is half done; `npm run faults` plays all rows. */
const representative = [3, 21, 30, 31, 40, 47, 59, 60]

test('the matrix has every fault once', () => {
  expect(matrix.map(row => row.number)).toEqual(Array.from({ length: 61 }, (_, index) => index + 1))
})

test.each(matrix.filter(row => representative.includes(row.number)))(
  'fault $number, $where, $fault: $must',
  async row => {
    const { failure } = await runRow(row, lazyBrowser().open)
    expect(failure).toBeNull()
  },
  fourMinutes,
)
