import type { Ticket } from '../../server/db/schema'
import { closeTicket, listTickets } from '../../server/db/tickets'
import { type Command, exitCodes, type Report, report, type Shop } from '../command'
import { showTime, showUah } from '../print/figures'
import { layOutTable } from '../print/table'

/** Payments that came without an order: somebody must ask for whom the candle is, or return them. */
export const ticketsCommand: Command = {
  word: 'tickets',
  operands: '',
  summary: 'lists payments without an order, or closes one that was dealt with',
  examples: ['tickets', 'tickets --all --json', 'tickets --close pi_3Abc'],
  options: { all: { type: 'boolean' }, close: { type: 'string' } },
  optionHelp: [
    '--all            closed ones too',
    '--close PAYMENT  closes the ticket of that payment: the payer was asked, or the money returned',
  ],
  async run(shop, { values }) {
    if (typeof values.close === 'string') return close(shop, values.close)
    const tickets = await listTickets(shop.store.db, values.all ? undefined : 'open')
    return report(tickets.length === 0 ? ['No open tickets.'] : layOut(tickets), tickets)
  },
}

async function close({ store, now }: Shop, paymentIntentId: string): Promise<Report> {
  const open = await listTickets(store.db, 'open')
  if (!open.some(ticket => ticket.paymentIntentId === paymentIntentId))
    return report([`There is no open ticket for ${paymentIntentId}.`], null, exitCodes.notFound)
  await closeTicket(store.db, paymentIntentId, now())
  return report([`The ticket of ${paymentIntentId} is closed.`], { closed: paymentIntentId })
}

function layOut(tickets: Ticket[]): string[] {
  return layOutTable(
    ['PAYMENT', 'STATE', 'PAID', 'UAH', 'CARD', 'EMAIL'],
    tickets.map(ticket => [
      ticket.paymentIntentId,
      ticket.state,
      showTime(ticket.paidAt),
      showUah(ticket.amountKopiykas),
      ticket.cardLast4 ?? '-',
      ticket.billingEmail ?? '-',
    ]),
  )
}
