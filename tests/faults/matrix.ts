import type { Row } from './row'
import { digestRows } from './rows/digest'
import { diskRows } from './rows/disk'
import { killRows } from './rows/kills'
import { operationRows } from './rows/operations'
import { stallRows } from './rows/stalls'

export const matrix: Row[] = [
  ...[...killRows, ...digestRows, ...operationRows],
  ...[...diskRows, ...stallRows],
]
