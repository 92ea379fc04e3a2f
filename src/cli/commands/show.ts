import { listReversals } from '../../server/db/donations'
import { listEmailsAbout } from '../../server/db/operate-emails'
import { findOrderByCode, listHistory } from '../../server/db/orders'
import { type Command, CommandError, exitCodes, noOrder, report } from '../command'
import { showTime, showUah, type Text } from '../print'
import { describeOrder, joinNotes, stateTexts } from './orders'

/** Everything known of one order: its words, its money, its emails, its history. */
export const showCommand: Command = {
  name: 'show',
  operands: 'CODE',
  summary: {
    en: 'shows one order with its emails and history',
    uk: 'показує одне замовлення з його листами та історією',
  },
  examples: ['show K7F3-9QXM', 'show k7f39qxm --json'],
  options: {},
  async run(shop, call) {
    const [code] = call.codes()
    const { db } = await shop.openStore()
    const order = await findOrderByCode(db, code)
    if (!order) throw new CommandError(noOrder(code), exitCodes.notFound)
    const { paymentIntentId } = order
    const reversals = paymentIntentId ? await listReversals(db, paymentIntentId) : []
    const emails = await listEmailsAbout(db, [order.id, ...reversals.map(({ id }) => id)])
    const history = await listHistory(db, order.id)
    const notes = joinNotes(order)
    const [state, payment] = [stateTexts[order.fulfilment], stateTexts[order.payment]]
    const [confirmed, claimed] = [showUah(order.confirmedKopiykas), showUah(order.claimedKopiykas)]
    return report(
      { ...describeOrder(order), paymentIntentId, emails, history },
      field('Order', 'Замовлення', {
        en: `${order.code}  (${state.en})`,
        uk: `${order.code}  (${state.uk})`,
      }),
      field('Ordered', 'Замовлено', showTime(order.createdAt)),
      field('Lit', 'Запалено', showTime(order.litAt)),
      field('For whom', 'За кого', order.name || '-'),
      field('Purpose', 'Намір', order.purpose || '-'),
      field('Email', 'Адреса', `${order.email ?? '-'}  (${order.language})`),
      field('Payment', 'Пожертва', {
        en: `${payment.en}, confirmed ${confirmed} UAH, claimed ${claimed} UAH`,
        uk: `${payment.uk}, підтверджено ${confirmed} грн, заявлено ${claimed} грн`,
      }),
      field('Intent', 'Платіж', paymentIntentId ?? '-'),
      field('Notes', 'Примітки', notes.en ? notes : '-'),
      '',
      { en: 'Emails', uk: 'Листи' },
      ...emails.map(({ sentAt, createdAt, kind, state, lastError }) => {
        const failure = lastError ? `  (${lastError})` : ''
        return `  ${showTime(sentAt ?? createdAt)}  ${kind}  ${state}${failure}`
      }),
      '',
      { en: 'History', uk: 'Історія' },
      ...history.map(entry => `  ${showTime(entry.at)}  ${entry.event}  ${entry.detail}`),
    )
  },
}

function field(en: string, uk: string, value: string | Text): Text {
  const said = typeof value === 'string' ? { en: value, uk: value } : value
  return { en: en.padEnd(11) + said.en, uk: uk.padEnd(11) + said.uk }
}
