import {
  countOrders,
  findFirstOrderTime,
  listOrders,
  type OrderFilter,
  sumOrders,
} from '../../server/db/orders'
import type { Order } from '../../server/db/schema'
import type { Store } from '../../server/db/store'
import { type Call, type Command, type Report, report } from '../command'
import { type Line, showTime, showUah, type Text, table } from '../print'

const states: Record<Order['fulfilment'], Text> = {
  waiting: { en: 'waiting', uk: 'чекає' },
  lit: { en: 'lit', uk: 'горить' },
  cancelled: { en: 'cancelled', uk: 'скасовано' },
}

const payments: Record<Order['payment'], Text> = {
  none: { en: 'none', uk: 'без пожертви' },
  claimed: { en: 'claimed', uk: 'не підтверджено' },
  verifying: { en: 'verifying', uk: 'перевіряється' },
  awaiting: { en: 'awaiting', uk: 'вирішує банк' },
  paid: { en: 'paid', uk: 'сплачено' },
  returned: { en: 'returned', uk: 'повернуто' },
  disputed: { en: 'disputed', uk: 'оскаржено' },
}

/** How people say the state of an order and of its payment. */
export const stateTexts = { ...states, ...payments }

const stateNames = [...(Object.keys(states) as Order['fulfilment'][]), 'all'] as const
const paymentNames = Object.keys(payments) as Order['payment'][]

export const periodOptions: Command['options'] = {
  since: {
    value: 'YYYY-MM-DD',
    en: 'ordered on that day or later',
    uk: 'замовлені того дня або пізніше',
  },
  until: {
    value: 'YYYY-MM-DD',
    en: 'ordered on that day or before',
    uk: 'замовлені того дня або раніше',
  },
}

/** From the start of the first day to the end of the last, ms since 1970. */
export function readPeriod(call: Call): Pick<OrderFilter, 'since' | 'until'> {
  const last = call.day('until')
  return { since: call.day('since'), until: last === undefined ? undefined : endOfDay(last) }
}

/** A day on which the clock is changed has 23 or 25 hours. */
function endOfDay(start: number): number {
  const day = new Date(start)
  return day.setDate(day.getDate() + 1)
}

/** Candles to light: waiting ones first, paid ones first among them. */
export const ordersCommand: Command = {
  name: 'orders',
  operands: '[TEXT...]',
  summary: {
    en: 'lists what waits, or finds orders by name, purpose, address or code',
    uk: 'показує, що чекає, або шукає за ім’ям, наміром, адресою чи кодом',
  },
  examples: ['orders', 'orders Ганна', 'orders --state all --since 2026-11-01', 'orders --totals'],
  options: {
    state: {
      value: stateNames.join('|'),
      en: 'default: waiting; all with TEXT',
      uk: 'типово waiting, а з текстом all',
    },
    payment: { value: 'STATE', en: paymentNames.join(', '), uk: paymentNames.join(', ') },
    ...periodOptions,
    limit: { value: 'N', en: 'lines a page: 50', uk: 'рядків на сторінку: 50' },
    page: { value: 'N', en: 'default: 1', uk: 'типово: 1' },
    totals: { en: 'orders and donations by month', uk: 'замовлення й пожертви за місяцями' },
  },
  async run(shop, call) {
    const store = await shop.openStore()
    if (call.flag('totals')) return sumMonths(store, shop.now())
    const text = call.operands.join(' ')
    const state = call.choice('state', stateNames) ?? (text === '' ? 'waiting' : 'all')
    const filter: OrderFilter = {
      text,
      fulfilment: state === 'all' ? undefined : state,
      payment: call.choice('payment', paymentNames),
      ...readPeriod(call),
    }
    const [limit, page] = [call.count('limit') ?? 50, call.count('page') ?? 1]
    const orders = await listOrders(store, filter, { limit, offset: limit * (page - 1) })
    const total = await countOrders(store, filter)
    const lines: Line[] = orders.length === 0 ? [noneFound] : [layOut(orders)]
    if (total > orders.length) lines.push(describePage(page, Math.ceil(total / limit), total))
    return report(orders.map(describeOrder), ...lines)
  },
}

const noneFound = { en: 'No such orders.', uk: 'Таких замовлень немає.' }

function describePage(page: number, pages: number, total: number): Text {
  const next = page < pages ? page + 1 : 1
  return {
    en: `Page ${page} of ${pages}, ${total} orders in all. More: --page ${next}`,
    uk: `Сторінка ${page} з ${pages}, усього замовлень: ${total}. Далі: --page ${next}`,
  }
}

function layOut(orders: Order[]): Line {
  return table(orders, [
    ['CODE', 'КОД', order => order.code],
    ['ORDERED', 'ЗАМОВЛЕНО', order => showTime(order.createdAt)],
    ['STATE', 'СТАН', order => states[order.fulfilment]],
    ['PAYMENT', 'ПОЖЕРТВА', order => payments[order.payment]],
    ['UAH', 'ГРН', order => showUah(order.confirmedKopiykas)],
    ['FOR WHOM', 'ЗА КОГО', order => order.name],
    ['PURPOSE', 'НАМІР', order => order.purpose],
    ['NOTES', 'ПРИМІТКИ', joinNotes],
  ])
}

/** What the temple should know before lighting. */
function listNotes(order: Order): Text[] {
  return [
    order.needsDetails && { en: 'needs details', uk: 'бракує відомостей' },
    order.possibleDouble && { en: 'possible double', uk: 'можливо, двічі' },
    order.shortened && { en: 'shortened', uk: 'скорочено' },
    order.source === 'draft' && { en: 'finished by the server', uk: 'завершив сервер' },
    order.erasedAt !== null && { en: 'personal data erased', uk: 'особисті дані стерто' },
  ].filter(note => note !== false)
}

export function joinNotes(order: Order): Text {
  const notes = listNotes(order)
  return { en: notes.map(({ en }) => en).join(', '), uk: notes.map(({ uk }) => uk).join(', ') }
}

/** An order for `--json`: what a person may need, without the technical traces. */
export function describeOrder(order: Order) {
  return {
    code: order.code,
    orderedAt: new Date(order.createdAt).toISOString(),
    state: order.fulfilment,
    litAt: order.litAt === null ? null : new Date(order.litAt).toISOString(),
    payment: order.payment,
    confirmedUah: order.confirmedKopiykas / 100,
    claimedUah: order.claimedKopiykas / 100,
    forWhom: order.name,
    purpose: order.purpose,
    email: order.email,
    language: order.language,
    notes: listNotes(order).map(({ en }) => en),
  }
}

/** Months in this machine's time zone, the newest last. */
async function sumMonths(store: Store, now: number): Promise<Report> {
  const first = new Date((await findFirstOrderTime(store.db)) ?? now)
  const start = (i: number) => new Date(first.getFullYear(), first.getMonth() + i, 1)
  const months = []
  for (let i = 0; start(i).getTime() <= now; i += 1) {
    const sums = await sumOrders(store.db, start(i).getTime(), start(i + 1).getTime())
    months.push({ month: showTime(start(i).getTime()).slice(0, 7), ...sums })
  }
  const totals = table(months, [
    ['MONTH', 'МІСЯЦЬ', ({ month }) => month],
    ['ORDERS', 'ЗАМОВЛЕНЬ', ({ orders }) => orders],
    ['LIT', 'ЗАПАЛЕНО', ({ lit }) => lit],
    ['DONATIONS', 'ПОЖЕРТВ', ({ donations }) => donations],
    ['RECEIVED UAH', 'ОТРИМАНО ГРН', ({ receivedKopiykas }) => showUah(receivedKopiykas)],
    ['RETURNED UAH', 'ПОВЕРНУТО ГРН', ({ returnedKopiykas }) => showUah(returnedKopiykas)],
  ])
  return report(months, totals)
}
