import type { Row } from './row'
import { afterRows } from './rows/after'
import { browserCardRows } from './rows/browser-card'
import { browserOrderRows } from './rows/browser-order'
import { createIntentRows } from './rows/create-intent'
import { lateRows } from './rows/late'
import { mailRows } from './rows/mail'
import { neighbourRows } from './rows/neighbours'
import { opsRows } from './rows/ops'
import { orderPostRows } from './rows/order-post'
import { payRows } from './rows/pay'
import { webhookRows } from './rows/webhook'

/** Every fault, in the order of its number. */
export const matrix: Row[] = [
  ...createIntentRows,
  ...browserCardRows,
  ...browserOrderRows,
  ...payRows,
  ...orderPostRows,
  ...webhookRows,
  ...afterRows,
  ...mailRows,
  ...opsRows,
  ...lateRows,
  ...neighbourRows,
].sort((one, other) => one.number - other.number)
