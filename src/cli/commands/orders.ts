import { Option } from '@commander-js/extra-typings'
import { findLinkKey } from '../../server/db/link-key'
import { findFirstOrderTime, listOrders, sumOrders } from '../../server/db/orders'
import { type Order, payments } from '../../server/db/schema'
import { localTexts } from '../../server/emails/format'
import { signLinks, templePath } from '../../server/emails/temple-link'
import { addMonths, formatTime, startOfDay } from '../../server/time-zone'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { parseCount, parseDay } from '../arguments'
import type { AddCommand, Context } from '../context'
import { describeOrder } from '../describe-order'
import { table } from '../print'
import { arrangeForReading, formatSheet } from '../sheet'

const states = ['waiting', 'lit', 'dismissed', 'all'] as const

const columns = [
  ...(['code', 'orderedAt', 'state', 'payment', 'confirmedUah'] as const),
  ...(['forWhom', 'purpose', 'notes'] as const),
]

export const addOrders: AddCommand = (program, context) =>
  program
    .command('orders')
    .description('list waiting orders, or find orders by name, purpose, address, code or payment')
    .argument('[text...]')
    .addOption(
      new Option('--state <state>', 'default: waiting, or all if a text is given').choices(states),
    )
    .addOption(new Option('--payment <state>').choices(payments))
    .option('--since <date>', 'ordered on that day or later', parseDay(context, 0))
    .option('--until <date>', 'ordered on that day or before', parseDay(context, 1))
    .option('--limit <n>', 'orders per page', parseCount, 50)
    .option('--page <n>', 'page number', parseCount, 1)
    .option('--totals', 'orders and donations by month')
    .action(async (words, { state, totals, limit, page, ...filter }) => {
      if (totals) return printTotals(context)
      const text = words.join(' ')
      const wanted = state ?? (text === '' ? 'waiting' : 'all')
      const fulfilment = wanted === 'all' ? undefined : wanted
      const store = await context.openStore()
      const range = { limit: limit + 1, offset: limit * (page - 1) }
      const found = await listOrders(store, { ...filter, text, fulfilment }, range)
      const key = await findLinkKey(store.db)
      const orders = found.slice(0, limit).map(order => ({
        ...describeOrder(order),
        link: key && linkTo(order, key, context),
      }))
      const lines =
        orders.length === 0 ? ['No such orders.'] : table(orders, columns, context.timeZone)
      if (orders.length === 0 && isPaymentIntentId(text))
        lines.push(`What is known of the payment: svichka show ${text}`)
      if (found.length > limit) lines.push(`Page ${page}; more with --page ${page + 1}.`)
      context.print(orders, ...lines, ...listLinks(orders))
    })

/** Prints sums by month of the temple's time zone. A refund counts in the month of its payment. */
async function printTotals(context: Context): Promise<void> {
  const { timeZone } = context
  const { db } = await context.openStore()
  const monthOf = (at: number) => formatTime(at, timeZone).slice(0, 7)
  const start = (month: string) => startOfDay(`${month}-01`, timeZone)
  const last = monthOf(context.now())
  const months = []
  for (
    let month = monthOf((await findFirstOrderTime(db)) ?? context.now());
    month <= last;
    month = addMonths(month, 1)
  ) {
    const sums = await sumOrders(db, start(month), start(addMonths(month, 1)))
    const { receivedKopiykas, returnedKopiykas, ...counts } = sums
    months.push({
      month,
      ...counts,
      receivedUah: receivedKopiykas / 100,
      refundedUah: returnedKopiykas / 100,
    })
  }
  const money = ['donations', 'receivedUah', 'refundedUah'] as const
  context.print(months, ...table(months, ['month', 'orders', 'lit', ...money], timeZone))
}

/** Links to the temple's page, at this order. */
function linkTo({ code }: Order, key: string, { config, now }: Context): string {
  return signLinks(new URL(templePath(code), config.publicUrl).href, key, now())
}

/** Lists one link, because its page has all orders that wait. */
function listLinks(orders: { state: string; link: string | null }[]): string[] {
  const link = orders.find(({ state }) => state === 'waiting')?.link
  return link ? ['', `Page to mark them as lit: ${link}`] : []
}

/** The list is in the temple's language, because it is read aloud there. */
export const addList: AddCommand = (program, context) =>
  program
    .command('list')
    .description('list the names to read aloud, or print them')
    .option('--print', 'as an HTML page, A4 in large type')
    .action(async options => {
      const { templeLanguage, digest } = context.config.mail
      const texts = localTexts(templeLanguage, digest.timeZone)
      const store = await context.openStore()
      const waiting = await listOrders(store, { fulfilment: 'waiting' }, { limit: 10_000 })
      const sections = arrangeForReading(waiting)
      const data = sections.map(({ intention, orders }) => ({
        intention,
        orders: orders.map(({ code, name, purpose }) => ({ code, name, purpose })),
      }))
      if (options.print) {
        const sheet = formatSheet(sections, context.now(), texts)
        return context.print(data, ...sheet.split('\n'))
      }
      const lines = data.flatMap(({ intention, orders }) => [
        texts.sheet.headings[intention],
        ...orders.map(({ code, name, purpose }) => `  ${code}  ${name}  (${purpose})`),
        '',
      ])
      context.print(data, ...(lines.length === 0 ? ['No waiting orders.'] : lines))
    })
