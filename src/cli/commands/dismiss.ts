import { listCrowd } from '../../server/db/temple-list'
import { type DismissOutcome, dismissOrders } from '../../server/orders/dismiss-order'
import { type AddCommand, type Context, exitCodes, usageError } from '../context'
import { formatUah, table } from '../print'

/** A transaction takes so many, because the server stores orders meanwhile. */
const batchSize = 200
/** So many orders are shown before a crowd is dismissed. */
const sampleSize = 10

export const addDismiss: AddCommand = (program, context) =>
  program
    .command('dismiss')
    .description('remove junk orders from the list, or bring them back with --undo')
    .argument('[codes...]', 'of orders; with --crowd, of some orders of the network')
    .option('--undo', 'the order waits again')
    .option('--paid', 'also orders with a donation')
    .option('--crowd', 'the free orders of networks that sent many: shows ten of them')
    .option('--yes', 'dismiss the crowd')
    .action(async (codes, { undo = false, paid = false, crowd, yes }) => {
      if (crowd) return dismissCrowd(context, codes, yes)
      if (codes.length === 0) throw usageError('Name the codes of orders, or add --crowd.')
      const store = await context.openStore()
      const outcomes = await dismissOrders({ store, now: context.now }, codes, { undo, paid })
      const lines = outcomes.map(outcome => ({ code: outcome.code, ...describe(outcome) }))
      context.exitCode = Math.max(...lines.map(({ exitCode = exitCodes.done }) => exitCode))
      context.print(
        lines.map(({ code, outcome }) => ({ code, outcome })),
        ...lines.map(({ code, line }) => `Order ${code} ${line}`),
      )
    })

async function dismissCrowd(context: Context, codes: string[], yes = false): Promise<void> {
  const store = await context.openStore()
  const listNext = (limit: number) => listCrowd(store.db, codes, limit)
  if (!yes) {
    const sample = await listNext(sampleSize)
    if (sample.length === 0) return context.print([], 'No network has sent so many free orders.')
    const orders = sample.map(({ code, name, purpose }) => ({ code, name, purpose }))
    return context.print(
      orders,
      ...table(orders, ['code', 'name', 'purpose'], context.timeZone),
      'Add --yes to dismiss these and all others of the crowd.',
    )
  }
  let dismissed = 0
  for (;;) {
    const batch = await listNext(batchSize)
    if (batch.length === 0) break
    const batchCodes = batch.map(({ code }) => code)
    await dismissOrders({ store, now: context.now }, batchCodes, { undo: false, paid: false })
    dismissed += batch.length
  }
  context.print({ dismissed }, `Dismissed: ${dismissed}. Bring one back with --undo and its code.`)
}

/** Describes an outcome. The `line` follows the order's code. */
function describe(outcome: DismissOutcome): { outcome: string; line: string; exitCode?: number } {
  switch (outcome.kind) {
    case 'waiting':
      return outcome.isNews
        ? { outcome: 'waiting', line: 'waits again.' }
        : { outcome: 'unchanged', line: 'was not dismissed: it waits as before.' }
    case 'dismissed': {
      const { payment, confirmedKopiykas } = outcome.order
      const refund =
        payment === 'paid' ? ` Still to refund: ${formatUah(confirmedKopiykas)} UAH.` : ''
      return outcome.isNews
        ? { outcome: 'dismissed', line: `is dismissed.${refund}` }
        : { outcome: 'unchanged', line: `was dismissed before.${refund}` }
    }
    case 'missing':
      return { outcome: 'unknown', line: 'does not exist.', exitCode: exitCodes.notFound }
    case 'erased':
      return unchanged('is empty: its personal data were erased.')
    case 'lit':
      return unchanged('is lit: nothing was changed.')
    case 'has-donation':
      return unchanged(
        'has a donation: refund it in the provider’s dashboard first, or add --paid.',
      )
  }
}

function unchanged(line: string) {
  return { outcome: 'unchanged', line, exitCode: exitCodes.failed }
}
