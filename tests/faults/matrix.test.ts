import { expect, test } from 'vitest'
import { sample } from '../setup/sample'
import { matrix } from './matrix'
import { runRow } from './run-row'

/** `npm run faults` runs all rows. */
const representative = sample([2, 3], [1, 2, 3, 6, 8])

test.each(matrix.filter(row => representative.includes(row.number)))(
  'fault $number, $fault: $must',
  async row => {
    const { failure } = await runRow(row)
    expect(failure).toBeNull()
  },
  240_000,
)
