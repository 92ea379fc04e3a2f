import type { Row } from './row'
import { accountAndClockRows } from './rows/account-and-clock'
import { afterRows } from './rows/after'
import { browserCardRows } from './rows/browser-card'
import { browserOrderRows } from './rows/browser-order'
import { createIntentRows } from './rows/create-intent'
import { digestRows } from './rows/digest'
import { diskRows } from './rows/disk'
import { lateRows } from './rows/late'
import { mailRows } from './rows/mail'
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
  ...accountAndClockRows,
  ...diskRows,
  ...digestRows,
].sort((one, other) => one.number - other.number)
