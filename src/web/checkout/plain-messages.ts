import type { Messages } from '../locales/uk'
import type { OrderFailure } from './state'

/** Why an order did not arrive. */
export function orderErrorMessage({ kind }: OrderFailure, messages: Messages): string {
  return kind === 'order-failed' ? messages.orderFailed : messages.orderTooOften
}
