import { addHistory, lockOrder, readOrderKey, updateOrder } from '../../server/db/orders'
import type { Order } from '../../server/db/schema'
import { inTransaction, type Queryable } from '../../server/db/store'
import { isPending } from '../../server/orders/save-order'
import { type AddCommand, type Context, exitCodes } from '../context'
import { formatUah } from '../print'

export const addCancel: AddCommand = (program, context) =>
  program
    .command('cancel')
    .description('remove junk orders from the list, or bring them back with --undo')
    .argument('<codes...>')
    .option('--undo', 'the order waits again')
    .option('--paid', 'also orders with a donation')
    .action((codes, { undo = false, paid = false }) =>
      markOrders(context, codes, async (order, trx) => {
        const pending = isPending(order.payment)
        if (order.fulfilment === 'lit') return reject('is lit: nothing was changed.')
        if (!undo && !paid && (order.payment === 'paid' || pending))
          return reject(
            'has a donation, or may still get one: refund it in the provider’s dashboard first, or add --paid.',
          )
        const fulfilment = undo ? 'waiting' : 'cancelled'
        if (order.fulfilment !== fulfilment) {
          const at = context.now()
          // The temple is notified of each waiting order once.
          const isDue = undo && order.noticeId === null && !pending
          await updateOrder(trx, order.id, { fulfilment, noticeDueAt: isDue ? at : null })
          const event = undo ? 'cancelling undone' : 'cancelled'
          await addHistory(trx, { orderId: order.id, at, event, detail: 'by command line' })
        }
        if (undo) return { outcome: fulfilment, line: 'waits again.' }
        const refund =
          order.payment === 'paid'
            ? ` Still to refund: ${formatUah(order.confirmedKopiykas)} UAH.`
            : ''
        return { outcome: fulfilment, line: `is cancelled.${refund}` }
      }),
    )

type MarkOrder = (order: Order, trx: Queryable) => Promise<Mark>

interface Mark {
  outcome: string
  /** Follows the order's code. */
  line: string
  /** Default: done. */
  exitCode?: number
}

function reject(line: string): Mark {
  return { outcome: 'unchanged', line, exitCode: exitCodes.failed }
}

const missing = { outcome: 'unknown', line: 'does not exist.', exitCode: exitCodes.notFound }

/** Marks orders, each locked, in one transaction; skips those that cannot be marked. */
async function markOrders(context: Context, codes: string[], mark: MarkOrder): Promise<void> {
  const marks = await inTransaction(await context.openStore(), async trx => {
    const done: (Mark & { code: string })[] = []
    for (const named of codes) {
      const order = await lockOrder(trx, readOrderKey(named))
      if (!order) done.push({ code: named, ...missing })
      else if (order.erasedAt !== null)
        done.push({ code: order.code, ...reject('is empty: its personal data were erased.') })
      else done.push({ code: order.code, ...(await mark(order, trx)) })
    }
    return done
  })
  context.exitCode = Math.max(...marks.map(({ exitCode = exitCodes.done }) => exitCode))
  context.print(
    marks.map(({ code, outcome }) => ({ code, outcome })),
    ...marks.map(({ code, line }) => `Order ${code} ${line}`),
  )
}
