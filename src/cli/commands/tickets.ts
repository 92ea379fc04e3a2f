import { Option } from '@commander-js/extra-typings'
import * as v from 'valibot'
import { listUncanceled, updateDonation } from '../../server/db/donations'
import type { Ticket } from '../../server/db/schema'
import { closeTicket, listTickets } from '../../server/db/tickets'
import { toUah } from '../../server/orders/donation'
import { uncanceledAfterMs } from '../../server/orders/next-check'
import { composeDraft } from '../../server/orders/order'
import { CandleOrderSchema } from '../../shared/candle-order'
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
      if (payment !== undefined) return enterOrder(context, payment, order)
      if (close !== undefined) {
        await findOpenTicket(context, close)
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
  const named = payments.slice(0, 5).join(', ') + (payments.length > 5 ? ' …' : '')
  return `Unpaid for more than a day, and the provider does not cancel: ${named} (${payments.length}). They can still be paid: look at them in its dashboard.`
}

function describeTicket({ amountKopiykas, refundedKopiykas, ...ticket }: Ticket) {
  return { ...ticket, amountUah: amountKopiykas / 100, refundedUah: refundedKopiykas / 100 }
}

type EnteredOrder = { name?: string; purpose?: string; email?: string; language: string }

/** Saves the draft that never came; the running server makes the order from it. */
async function enterOrder(context: Context, payment: string, order: EnteredOrder): Promise<void> {
  const { db } = await context.openStore()
  const ticket = await findOpenTicket(context, payment)
  const { name, purpose, email, language } = order
  if (!name || !purpose) throw usageError('An order needs --name and --purpose.')
  const sent = v.parse(CandleOrderSchema, {
    ...{ name, purpose, language },
    email: email ?? ticket.billingEmail,
    donationAmount: String(toUah(ticket.amountKopiykas)),
  })
  const now = context.now()
  const draft = composeDraft({ sent, addressHash: '', isEntered: true })
  await updateDonation(db, payment, { draft, draftedAt: now, nextCheckAt: now, checkAttempts: 0 })
  context.print(
    { entered: payment },
    'Entered. Within a minute the running server creates the order, mails its notice and closes the ticket.',
  )
}

async function findOpenTicket(context: Context, payment: string): Promise<Ticket> {
  const { db } = await context.openStore()
  const ticket = (await listTickets(db, 'open')).find(each => each.paymentIntentId === payment)
  if (ticket) return ticket
  throw notFound(`There is no open ticket for ${payment}.`)
}
