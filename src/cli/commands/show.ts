import { listReversals } from '../../server/db/donations'
import { listEmailsAbout } from '../../server/db/operate-emails'
import { findOrderByCode, listHistory } from '../../server/db/orders'
import { type AddCommand, noOrder } from '../context'
import { formatTime, formatUah } from '../print'
import { describeOrder } from './orders'

export const addShow: AddCommand = (program, context) =>
  program
    .command('show')
    .description('show one order with its emails and history')
    .argument('<code>')
    .action(async code => {
      const { db } = await context.openStore()
      const order = await findOrderByCode(db, code)
      if (!order) throw noOrder(code)
      const { paymentIntentId } = order
      const reversals = paymentIntentId ? await listReversals(db, paymentIntentId) : []
      const emails = await listEmailsAbout(db, [order.id, ...reversals.map(({ id }) => id)])
      const history = await listHistory(db, order.id)
      const described = describeOrder(order)
      const [confirmed, claimed] = [order.confirmedKopiykas, order.claimedKopiykas].map(formatUah)
      context.print(
        { ...described, paymentIntentId, emails, history },
        `Order      ${order.code}  (${order.fulfilment})`,
        `Ordered    ${formatTime(order.createdAt)}`,
        `Lit        ${formatTime(order.litAt)}`,
        `For whom   ${order.name || '-'}`,
        `Purpose    ${order.purpose || '-'}`,
        `Email      ${order.email ?? '-'}  (${order.language})`,
        `Payment    ${order.payment}, confirmed ${confirmed} UAH, claimed ${claimed} UAH`,
        `Intent     ${paymentIntentId ?? '-'}`,
        `Notes      ${described.notes.join(', ') || '-'}`,
        '',
        'Emails',
        ...emails.map(({ sentAt, createdAt, kind, state, lastError }) => {
          const failure = lastError ? `  (${lastError})` : ''
          return `  ${formatTime(sentAt ?? createdAt)}  ${kind}  ${state}${failure}`
        }),
        '',
        'History',
        ...history.map(({ at, event, detail }) => `  ${formatTime(at)}  ${event}  ${detail}`),
      )
    })
