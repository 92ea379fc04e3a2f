import * as v from 'valibot'
import { scheduleCheck } from '../../server/db/donations'
import { saveDraft } from '../../server/db/order-drafts'
import type { Ticket } from '../../server/db/schema'
import { closeTicket, listTickets } from '../../server/db/tickets'
import { composeDraft } from '../../server/orders/order'
import { CandleOrderSchema } from '../../shared/candle-order'
import { languages } from '../../shared/language'
import {
  type Call,
  type Command,
  CommandError,
  exitCodes,
  type Report,
  report,
  type Shop,
  usageError,
} from '../command'
import { type Line, showTime, showUah, table } from '../print'

const stateTexts = { open: { en: 'open', uk: 'відкрито' }, closed: { en: 'closed', uk: 'закрито' } }

/** Payments that came without an order: somebody must ask for whom the candle is, or return them. */
export const ticketsCommand: Command = {
  name: 'tickets',
  operands: '',
  summary: {
    en: 'lists payments without an order, enters the order of one, or closes one',
    uk: 'показує платежі без замовлення, вносить замовлення або закриває справу',
  },
  examples: [
    'tickets',
    'tickets --order pi_3Abc --name Ганна --purpose "за здоров’я" --email hanna@example.org',
    'tickets --close pi_3Abc',
  ],
  options: {
    all: { en: 'closed ones too', uk: 'також закриті' },
    order: {
      value: 'PAYMENT',
      en: 'the payer was asked: makes the order',
      uk: 'платника запитано: створює замовлення',
    },
    name: { value: 'NAME', en: 'for whom', uk: 'за кого' },
    purpose: { value: 'TEXT', en: 'with --order', uk: 'разом з --order' },
    email: { value: 'ADDRESS', en: 'with --order', uk: 'разом з --order' },
    language: { value: languages.join('|'), en: 'default: uk', uk: 'типово: uk' },
    close: { value: 'PAYMENT', en: 'the money was returned', uk: 'гроші повернуто' },
  },
  async run(shop, call) {
    const [ordered, closed] = [call.text('order'), call.text('close')]
    if (ordered !== undefined) return enterOrder(shop, ordered, call)
    if (closed !== undefined) return close(shop, closed)
    const { db } = await shop.openStore()
    const tickets = await listTickets(db, call.flag('all') ? undefined : 'open')
    const none = { en: 'No open tickets.', uk: 'Платежів без замовлення немає.' }
    return report(tickets, tickets.length === 0 ? none : layOut(tickets))
  },
}

/**
 * What the payer said takes the place of the draft that never came: the running server makes the
 * order from it, as it does with drafts, tells donor and temple, and closes the ticket.
 */
async function enterOrder(shop: Shop, payment: string, call: Call): Promise<Report> {
  const { db } = await shop.openStore()
  const ticket = await findOpenTicket(shop, payment)
  const [name, purpose] = [call.text('name') ?? '', call.text('purpose') ?? '']
  const language = call.choice('language', languages) ?? 'uk'
  if (name === '' || purpose === '')
    throw usageError({
      en: 'An order needs --name and --purpose, as the payer says them.',
      uk: 'Для замовлення потрібні --name і --purpose, як їх назве платник.',
    })
  const sent = v.parse(CandleOrderSchema, {
    name,
    purpose,
    email: call.text('email') ?? ticket.billingEmail,
    donationAmount: String(Math.floor(ticket.amountKopiykas / 100)),
    prefersDonation: true,
    language,
  })
  const now = shop.now()
  await saveDraft(db, composeDraft(payment, { sent, addressHash: '' }, now))
  await scheduleCheck(db, payment, now)
  return report(
    { entered: payment },
    {
      en: 'Entered. The running server makes the order within a minute, mails its notice and closes the ticket.',
      uk: 'Внесено. Сервер протягом хвилини створить замовлення, надішле сповіщення й закриє справу.',
    },
  )
}

async function findOpenTicket(shop: Shop, payment: string): Promise<Ticket> {
  const { db } = await shop.openStore()
  const ticket = (await listTickets(db, 'open')).find(each => each.paymentIntentId === payment)
  if (ticket) return ticket
  throw new CommandError(
    { en: `There is no open ticket for ${payment}.`, uk: `Відкритої справи про ${payment} немає.` },
    exitCodes.notFound,
  )
}

async function close(shop: Shop, payment: string): Promise<Report> {
  const { db } = await shop.openStore()
  await findOpenTicket(shop, payment)
  await closeTicket(db, payment, shop.now())
  return report(
    { closed: payment },
    {
      en: `The ticket of ${payment} is closed.`,
      uk: `Справу про ${payment} закрито.`,
    },
  )
}

function layOut(tickets: Ticket[]): Line {
  return table(tickets, [
    ['PAYMENT', 'ПЛАТІЖ', ticket => ticket.paymentIntentId],
    ['STATE', 'СТАН', ticket => stateTexts[ticket.state]],
    ['PAID', 'СПЛАЧЕНО', ticket => showTime(ticket.paidAt)],
    ['UAH', 'ГРН', ticket => showUah(ticket.amountKopiykas)],
    ['RETURNED', 'ПОВЕРНУТО', ticket => showUah(ticket.refundedKopiykas)],
    ['CARD', 'КАРТКА', ticket => ticket.cardLast4 ?? '-'],
    ['EMAIL', 'АДРЕСА', ticket => ticket.billingEmail ?? '-'],
  ])
}
