import { test } from 'vitest'
import { sample } from '../setup/sample'
import { rows, runRow } from './rows'

/** `npm run faults` runs all rows. */
const representative = sample([2], [1, 2, 3, 4, 5, 6])

test.each(rows.filter(row => representative.includes(row.number)))(
  'fault $number, $fault: $must',
  row => runRow(row),
  240_000,
)
