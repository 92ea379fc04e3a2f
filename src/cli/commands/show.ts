import { listLettersAbout } from '../../server/db/letters'
import { findOrderByCode, listHistory } from '../../server/db/orders'
import { listReversals } from '../../server/db/reversals'
import { type Command, exitCodes, report, UsageError } from '../command'
import { showTime, showUah } from '../print/figures'
import { describeOrder, listNotes } from './orders'

/** Everything known of one order: its words, its money, its letters, its history. */
export const showCommand: Command = {
  word: 'show',
  operands: 'CODE',
  summary: 'shows one order with its letters and history',
  examples: ['show K7F3-9QXM', 'show k7f39qxm --json'],
  options: {},
  optionHelp: [],
  async run({ store }, { operands }) {
    const [code] = operands
    if (!code) throw new UsageError('show needs the code of an order, such as K7F3-9QXM.')
    const order = await findOrderByCode(store.db, code)
    if (!order) return report([`There is no order ${code}.`], null, exitCodes.notFound)
    const reversals = order.paymentIntentId
      ? await listReversals(store.db, order.paymentIntentId)
      : []
    const letters = await listLettersAbout(store.db, [order.id, ...reversals.map(({ id }) => id)])
    const history = await listHistory(store.db, order.id)
    const lines = [
      `Order      ${order.code}  (${order.fulfilment})`,
      `Ordered    ${showTime(order.createdAt)}`,
      `Lit        ${showTime(order.litAt)}`,
      `For whom   ${order.name || '-'}`,
      `Purpose    ${order.purpose || '-'}`,
      `Email      ${order.email ?? '-'}  (${order.language})`,
      `Payment    ${order.payment}, confirmed ${showUah(order.confirmedKopiykas)} UAH, claimed ${showUah(order.claimedKopiykas)} UAH`,
      `Intent     ${order.paymentIntentId ?? '-'}`,
      `Notes      ${listNotes(order).join(', ') || '-'}`,
      '',
      'Letters',
      ...letters.map(
        letter =>
          `  ${showTime(letter.sentAt ?? letter.createdAt)}  ${letter.kind}  ${letter.state}${letter.lastError ? `  (${letter.lastError})` : ''}`,
      ),
      '',
      'History',
      ...history.map(entry => `  ${showTime(entry.at)}  ${entry.event}  ${entry.detail}`),
    ]
    const data = {
      ...describeOrder(order),
      paymentIntentId: order.paymentIntentId,
      letters,
      history,
    }
    return report(lines, data)
  },
}
