import { addHistory, lockOrder, parseOrderKey, updateOrder } from '../db/orders'
import type { Order } from '../db/schema'
import { inTransaction } from '../db/store'
import type { Services } from '../services'

/**
 * `isNews`: false if it was so before. `has-donation`: it is paid. The last three:
 * nothing was changed. `code` is what was typed if there is no such order.
 */
export type DismissOutcome =
  | { kind: 'dismissed' | 'waiting'; code: string; order: Order; isNews: boolean }
  | { kind: 'missing' | 'erased' | 'lit' | 'has-donation'; code: string }

/** `undo`: the orders wait again. `paid`: also orders with a donation. */
interface DismissOptions {
  undo: boolean
  paid: boolean
}

/**
 * Takes orders from the temple's list or brings them back, in one transaction; skips what it cannot.
 * `typed`: codes or payments.
 */
export function dismissOrders(
  { store, now }: Pick<Services, 'store' | 'now'>,
  typed: string[],
  { undo, paid }: DismissOptions,
): Promise<DismissOutcome[]> {
  return inTransaction(store, async trx => {
    const outcomes: DismissOutcome[] = []
    for (const key of typed) {
      const order = await lockOrder(trx, parseOrderKey(key))
      const obstacle = findObstacle(order, { undo, paid })
      if (!order || obstacle) {
        outcomes.push({ kind: obstacle ?? 'missing', code: order?.code ?? key })
        continue
      }
      const fulfilment = undo ? 'waiting' : 'dismissed'
      const isNews = order.fulfilment !== fulfilment
      if (isNews) {
        const at = now()
        // The temple is notified of each waiting order once.
        const isDue = undo && order.noticeId === null
        await updateOrder(trx, order.id, { fulfilment, noticeDueAt: isDue ? at : null })
        const event = undo ? 'dismissal undone' : 'dismissed'
        await addHistory(trx, { orderId: order.id, at, event, detail: 'by command line' })
      }
      outcomes.push({ kind: fulfilment, code: order.code, order, isNews })
    }
    return outcomes
  })
}

function findObstacle(order: Order | undefined, { undo, paid }: DismissOptions) {
  if (!order) return 'missing'
  if (order.erasedAt !== null) return 'erased'
  if (order.fulfilment === 'lit') return 'lit'
  return !undo && !paid && order.payment === 'paid' ? 'has-donation' : null
}
