import { Option } from '@commander-js/extra-typings'
import { findDonation, listReversals } from '../../server/db/donations'
import { findLinkKey } from '../../server/db/link-key'
import { findOrder, listHistory, listOrders, parseOrderKey } from '../../server/db/orders'
import { listEmailsAbout } from '../../server/db/outbox-admin'
import {
  type Donation,
  type HistoryEntry,
  type LearnedBy,
  type Order,
  payments,
} from '../../server/db/schema'
import { arrangeForReading, formatSheet } from '../../server/emails/digest'
import { localTexts } from '../../server/emails/format'
import { noticeOf } from '../../server/emails/notice-email'
import { signLinks, templePath } from '../../server/emails/temple-link'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { readCount, readDay } from '../arguments'
import { type AddCommand, type Context, notFound } from '../context'
import { describeOrder } from '../describe-order'
import { formatUah, listFields, table } from '../print'
import { printTotals } from './accounts'

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
    .option('--since <date>', 'ordered on that day or later', readDay(context, 0))
    .option('--until <date>', 'ordered on that day or before', readDay(context, 1))
    .option('--limit <n>', 'orders per page', readCount, 50)
    .option('--page <n>', 'page number', readCount, 1)
    .option('--totals', 'orders and donations by month')
    .action(async (words, { state, totals, limit, page, ...filter }) => {
      if (totals) return printTotals(context)
      const text = words.join(' ')
      const wanted = state ?? (text === '' ? 'waiting' : 'all')
      const fulfilment = wanted === 'all' ? undefined : wanted
      const store = await context.openStore()
      const place = { limit: limit + 1, offset: limit * (page - 1) }
      const found = await listOrders(store, { ...filter, text, fulfilment }, place)
      const key = await findLinkKey(store.db)
      const orders = found.slice(0, limit).map(order => ({
        ...describeOrder(order),
        link: key && order.noticeId && linkTo(order, key, context),
      }))
      const lines =
        orders.length === 0 ? ['No such orders.'] : table(orders, columns, context.timeZone)
      if (orders.length === 0 && isPaymentIntentId(text))
        lines.push(`What is known of the payment: svichka show ${text}`)
      if (found.length > limit) lines.push(`Page ${page}; more with --page ${page + 1}.`)
      context.print(orders, ...lines, ...listLinks(orders))
    })

/** The temple's page of its notice. */
function linkTo(order: Order, key: string, { config }: Context): string {
  return signLinks(new URL(templePath(noticeOf(order)), config.publicUrl).href, key)
}

/** Each page once, with the orders on it. */
function listLinks(orders: { code: string; state: string; link: string | null }[]): string[] {
  const pages = new Map<string, string[]>()
  for (const { code, state, link } of orders)
    if (link && state === 'waiting') pages.set(link, [...(pages.get(link) ?? []), code])
  const lines = [...pages].map(([link, codes]) => `${link}  ${codes.join(', ')}`)
  return lines.length === 0 ? [] : ['', 'Pages to mark them as lit:', ...lines]
}

export const addShow: AddCommand = (program, context) =>
  program
    .command('show')
    .description('show one order, or the order of a payment, with its emails and history')
    .argument('<code>', 'K7F3-9QXM, or the payment’s pi_… of the provider’s dashboard')
    .action(async named => {
      const { db } = await context.openStore()
      const order = await findOrder(db, parseOrderKey(named))
      const payment = order?.paymentIntentId ?? (isPaymentIntentId(named) ? named : null)
      const donation = payment ? await findDonation(db, payment) : undefined
      if (!order) return showPayment(context, named, donation)
      const reversals = payment ? await listReversals(db, payment) : []
      const emails = await listEmailsAbout(db, [order.id, ...reversals.map(({ id }) => id)])
      const history = [
        { at: order.createdAt, event: 'ordered', detail: orderedBy[order.channel] },
        ...tellPayment(donation),
        ...(await listHistory(db, order.id)),
      ].sort((one, other) => one.at - other.at)
      const described = {
        ...describeOrder(order),
        ...(donation && describePayment(donation)),
      }
      const columns = ['createdAt', 'sentAt', 'kind', 'state', 'lastError'] as const
      context.print(
        { ...described, emails, history },
        ...listFields(described, context.timeZone),
        '',
        ...table(emails, [...columns], context.timeZone),
        '',
        ...table(history, ['at', 'event', 'detail'], context.timeZone),
      )
    })

/** When the payment's success became known, and how. */
function tellPayment(donation: Donation | undefined): HistoryEntry[] {
  if (!donation || donation.succeededAt === null) return []
  const { succeededAt: at, receivedKopiykas, learnedBy } = donation
  const how = learnedBy ? `, ${learnedHow[learnedBy]}` : ''
  return [{ at, event: 'paid', detail: `${formatUah(receivedKopiykas)} UAH${how}` }]
}

const learnedHow: Record<LearnedBy, string> = {
  order: 'found when the page sent the order',
  question: 'found when the page asked',
  webhook: 'told by a webhook',
  reconciler: 'found in the provider’s lists, without a webhook',
  check: 'found by a check of the server, without a webhook',
}

const orderedBy: Record<Order['channel'], string> = {
  page: 'by the page',
  form: 'by the page, without its script',
  api: 'by another program',
  draft: 'by the server, from what the page had sent at the click on Pay',
  operator: 'by svichka tickets, for a payment without an order',
}

/** What the provider said, without secrets and drafts. */
function describePayment(donation: Donation) {
  const { state, succeededAt, receivedKopiykas, refundedKopiykas, failures, livemode } = donation
  return {
    paymentState: state,
    paidAt: succeededAt === null ? null : new Date(succeededAt).toISOString(),
    receivedUah: receivedKopiykas / 100,
    refundedUah: refundedKopiykas / 100,
    declinedCards: failures,
    mode: livemode ? 'live' : 'test',
  }
}

/** A payment that was never completed, or whose order never came. */
function showPayment(context: Context, named: string, donation: Donation | undefined): void {
  if (!donation) throw notFound(`There is no order ${named}.`)
  const described = {
    paymentIntentId: donation.paymentIntentId,
    startedAt: new Date(donation.createdAt).toISOString(),
    ...describePayment(donation),
  }
  context.print(
    described,
    'This payment has no order.',
    ...listFields(described, context.timeZone),
    ...(donation.state === 'succeeded' ? ['See svichka tickets.'] : []),
  )
}

/** In the temple's language, because it is read aloud there. */
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
        const sheet = formatSheet(
          sections,
          { at: context.now(), label: order => order.code },
          texts,
        )
        return context.print(data, ...sheet.split('\n'))
      }
      const lines = data.flatMap(({ intention, orders }) => [
        texts.digest.headings[intention],
        ...orders.map(({ code, name, purpose }) => `  ${code}  ${name}  (${purpose})`),
        '',
      ])
      context.print(data, ...(lines.length === 0 ? ['No waiting orders.'] : lines))
    })
