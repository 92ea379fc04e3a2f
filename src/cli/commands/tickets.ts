import { Option } from '@commander-js/extra-typings'
import { listUncanceled } from '../../server/db/donations'
import type { Ticket } from '../../server/db/schema'
import { closeTicket, findTicket, listTickets } from '../../server/db/tickets'
import { type EnteredOrder, enterOrder } from '../../server/orders/enter-order'
import { uncanceledAfterMs } from '../../server/orders/next-check'
import { languages } from '../../shared/language'
import { type AddCommand, type Context, notFound, usageError } from '../context'
import { table } from '../print'

export const addTickets: AddCommand = (program, context) =>
  program
    .command('tickets')
    .description('list payments without an order; enter the order or close the ticket')
    .option('--all', 'list closed tickets too')
    .option('--order <payment>', 'enter the order for a payment')
    .option('--name <name>', 'with --order: for whom')
    .option('--purpose <text>', 'with --order')
    .option('--email <address>', 'with --order')
    .addOption(
      new Option('--language <code>', 'with --order').choices(languages).default('uk' as const),
    )
    .option('--close <payment>', 'close the ticket of a refunded payment')
    .action(async ({ all, order: payment, close, ...order }) => {
      const { db } = await context.openStore()
      if (payment !== undefined) return printEntered(context, payment, order)
      if (close !== undefined) {
        if ((await findTicket(db, close))?.state !== 'open') throw noTicket(close)
        await closeTicket(db, close, context.now())
        return context.print({ closed: close }, `The ticket of ${close} is closed.`)
      }
      const tickets = (await listTickets(db, all ? undefined : 'open')).map(describeTicket)
      const money = ['amountUah', 'refundedUah', 'cardLast4', 'billingEmail'] as const
      const lines = table(
        tickets,
        ['paymentIntentId', 'state', 'paidAt', ...money],
        context.timeZone,
      )
      const uncanceled = await listUncanceled(db, context.now() - uncanceledAfterMs)
      context.print(
        tickets,
        ...(tickets.length === 0 ? ['No open tickets.'] : lines),
        ...(uncanceled.length > 0 ? ['', describeUncanceled(uncanceled)] : []),
      )
    })

function describeUncanceled(payments: string[]): string {
  const listed = payments.slice(0, 5).join(', ') + (payments.length > 5 ? ' …' : '')
  return `Unpaid for more than a day, and the provider does not cancel: ${listed} (${payments.length}). They can still be paid: look at them in its dashboard.`
}

function describeTicket({ amountKopiykas, refundedKopiykas, ...ticket }: Ticket) {
  return { ...ticket, amountUah: amountKopiykas / 100, refundedUah: refundedKopiykas / 100 }
}

async function printEntered(context: Context, payment: string, order: EnteredOrder): Promise<void> {
  const store = await context.openStore()
  const outcome = await enterOrder({ store, now: context.now }, payment, order)
  if (outcome === 'no-ticket') throw noTicket(payment)
  if (outcome === 'incomplete') throw usageError('An order needs --name and --purpose.')
  context.print(
    { entered: payment },
    'Entered. Within a minute the running server creates the order, mails its notice and closes the ticket.',
  )
}

const noTicket = (payment: string) => notFound(`There is no open ticket for ${payment}.`)
