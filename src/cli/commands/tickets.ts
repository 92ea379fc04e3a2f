import { Option } from '@commander-js/extra-typings'
import * as v from 'valibot'
import { saveDraft, scheduleCheck } from '../../server/db/donations'
import type { Ticket } from '../../server/db/schema'
import { closeTicket, listTickets } from '../../server/db/tickets'
import { composeDraft } from '../../server/orders/order'
import { CandleOrderSchema } from '../../shared/candle-order'
import { languages } from '../../shared/language'
import { showTime, showUah, table } from '../print'
import { type AddCommand, CommandError, exitCodes, type Shop, usageError } from '../shop'

export const addTickets: AddCommand = (program, shop) =>
  program
    .command('tickets')
    .description('list payments without an order, enter the order of one, or close one')
    .option('--all', 'list closed tickets too')
    .option('--order <payment>', 'enter the order of a payment, as the payer says it')
    .option('--name <name>', 'with --order: for whom')
    .option('--purpose <text>', 'with --order')
    .option('--email <address>', 'with --order')
    .addOption(
      new Option('--language <code>', 'with --order').choices(languages).default('uk' as const),
    )
    .option('--close <payment>', 'the money was returned')
    .action(async ({ all, order: payment, close, ...order }) => {
      const { db } = await shop.openStore()
      if (payment !== undefined) return enterOrder(shop, payment, order)
      if (close !== undefined) {
        await findOpenTicket(shop, close)
        await closeTicket(db, close, shop.now())
        return shop.print({ closed: close }, `The ticket of ${close} is closed.`)
      }
      const tickets = await listTickets(db, all ? undefined : 'open')
      const lines = table(tickets, [
        ['PAYMENT', ticket => ticket.paymentIntentId],
        ['STATE', ticket => ticket.state],
        ['PAID', ticket => showTime(ticket.paidAt)],
        ['UAH', ticket => showUah(ticket.amountKopiykas)],
        ['RETURNED', ticket => showUah(ticket.refundedKopiykas)],
        ['CARD', ticket => ticket.cardLast4 ?? '-'],
        ['EMAIL', ticket => ticket.billingEmail ?? '-'],
      ])
      shop.print(tickets, ...(tickets.length === 0 ? ['No open tickets.'] : lines))
    })

type EnteredOrder = { name?: string; purpose?: string; email?: string; language: string }

/** Saves the draft that never came; the running server makes the order from it. */
async function enterOrder(shop: Shop, payment: string, order: EnteredOrder): Promise<void> {
  const { db } = await shop.openStore()
  const ticket = await findOpenTicket(shop, payment)
  const { name, purpose, email, language } = order
  if (!name || !purpose) throw usageError('An order needs --name and --purpose.')
  const sent = v.parse(CandleOrderSchema, {
    ...{ name, purpose, language },
    email: email ?? ticket.billingEmail,
    donationAmount: String(Math.floor(ticket.amountKopiykas / 100)),
    prefersDonation: true,
  })
  const now = shop.now()
  const draft = composeDraft({ sent, addressHash: '' })
  await saveDraft(db, payment, { draft, draftedAt: now })
  await scheduleCheck(db, payment, now)
  shop.print(
    { entered: payment },
    'Entered. Within a minute the running server creates the order, mails its notice and closes the ticket.',
  )
}

async function findOpenTicket(shop: Shop, payment: string): Promise<Ticket> {
  const { db } = await shop.openStore()
  const ticket = (await listTickets(db, 'open')).find(each => each.paymentIntentId === payment)
  if (ticket) return ticket
  throw new CommandError(`There is no open ticket for ${payment}.`, exitCodes.notFound)
}
