import { type DismissOutcome, dismissOrders } from '../../server/orders/dismiss-order'
import { type AddCommand, exitCodes } from '../context'
import { formatUah } from '../print'

export const addDismiss: AddCommand = (program, context) =>
  program
    .command('dismiss')
    .description('remove junk orders from the list, or bring them back with --undo')
    .argument('<codes...>', 'of orders, or list… as in the link of a page: all its orders')
    .option('--undo', 'the order waits again')
    .option('--paid', 'also orders with a donation')
    .action(async (codes, { undo = false, paid = false }) => {
      const store = await context.openStore()
      const outcomes = await dismissOrders({ store, now: context.now }, codes, { undo, paid })
      const lines = outcomes.map(outcome => ({ code: outcome.code, ...describe(outcome) }))
      context.exitCode = Math.max(...lines.map(({ exitCode = exitCodes.done }) => exitCode))
      context.print(
        lines.map(({ code, outcome }) => ({ code, outcome })),
        ...lines.map(({ code, line }) => `Order ${code} ${line}`),
      )
    })

/** `line` follows the order's code. */
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
        'has a donation, or may still get one: refund it in the provider’s dashboard first, or add --paid.',
      )
  }
}

function unchanged(line: string) {
  return { outcome: 'unchanged', line, exitCode: exitCodes.failed }
}
