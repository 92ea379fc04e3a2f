import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { stringify } from 'csv-stringify/sync'
import { listReversals } from '../../server/db/donations'
import { listEmailsAbout } from '../../server/db/operate-emails'
import {
  findFirstOrderTime,
  findOrder,
  listHistory,
  listOrders,
  listOrdersBetween,
  sumOrders,
} from '../../server/db/orders'
import { type Order, payments } from '../../server/db/schema'
import { arrangeForReading, writeSheet } from '../../server/emails/digest'
import { localTexts } from '../../server/emails/format'
import { type AddCommand, type Context, notFound, usageError } from '../context'
import { escapeControls, formatTime, listFields, table } from '../print'

const states = ['waiting', 'lit', 'cancelled', 'all'] as const

/** The start of that day, ms since 1970, in this machine's time zone. */
function readDay(value: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00`) : Number.NaN
  if (Number.isNaN(at)) throw new InvalidArgumentError('Use a date such as 2026-11-20.')
  return at
}

/** A day on which the clock changes has 23 or 25 hours. */
function readEndOfDay(value: string): number {
  const day = new Date(readDay(value))
  return day.setDate(day.getDate() + 1)
}

export function readCount(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError('Use a number from 1 to 99999.')
  return Number(value)
}

const columns = [
  ...(['code', 'orderedAt', 'state', 'payment', 'confirmedUah'] as const),
  ...(['forWhom', 'purpose', 'notes'] as const),
]

export const addOrders: AddCommand = (program, context) =>
  program
    .command('orders')
    .description('list waiting orders, or find orders by name, purpose, address or code')
    .argument('[text...]')
    .addOption(new Option('--state <state>', 'default: waiting; all with text').choices(states))
    .addOption(new Option('--payment <state>').choices(payments))
    .option('--since <date>', 'ordered on that day or later', readDay)
    .option('--until <date>', 'ordered on that day or before', readEndOfDay)
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
      const orders = found.slice(0, limit).map(describeOrder)
      const lines = orders.length === 0 ? ['No such orders.'] : table(orders, columns)
      if (found.length > limit) lines.push(`Page ${page}; more with --page ${page + 1}.`)
      context.print(orders, ...lines)
    })

function listNotes(order: Order): string[] {
  return [
    order.needsDetails && 'needs details',
    order.possibleDouble && 'possible double',
    order.shortened && 'shortened',
    order.channel === 'draft' && 'finished by the server',
    order.erasedAt !== null && 'personal data erased',
  ].filter(note => note !== false)
}

/** An order for other programs, without technical fields. */
function describeOrder(order: Order) {
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
    notes: listNotes(order),
  }
}

/** Months in this machine's time zone, the newest last. */
async function printTotals(context: Context): Promise<void> {
  const { db } = await context.openStore()
  const now = context.now()
  const first = new Date((await findFirstOrderTime(db)) ?? now)
  const start = (i: number) => new Date(first.getFullYear(), first.getMonth() + i, 1).getTime()
  const months = []
  for (let i = 0; start(i) <= now; i += 1) {
    const sums = await sumOrders(db, start(i), start(i + 1))
    months.push({ month: formatTime(start(i)).slice(0, 7), ...sums })
  }
  const money = ['donations', 'receivedKopiykas', 'returnedKopiykas'] as const
  context.print(months, ...table(months, ['month', 'orders', 'lit', ...money]))
}

export const addShow: AddCommand = (program, context) =>
  program
    .command('show')
    .description('show one order with its emails and history')
    .argument('<code>')
    .action(async code => {
      const { db } = await context.openStore()
      const order = await findOrder(db, { code })
      if (!order) throw notFound(`There is no order ${code}.`)
      const { paymentIntentId } = order
      const reversals = paymentIntentId ? await listReversals(db, paymentIntentId) : []
      const emails = await listEmailsAbout(db, [order.id, ...reversals.map(({ id }) => id)])
      const history = await listHistory(db, order.id)
      const described = { ...describeOrder(order), paymentIntentId }
      const columns = ['createdAt', 'sentAt', 'kind', 'state', 'lastError'] as const
      context.print(
        { ...described, emails, history },
        ...listFields(described),
        '',
        ...table(emails, [...columns]),
        '',
        ...table(history, ['at', 'event', 'detail']),
      )
    })

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
      const data = sections.map(({ paid, intention, orders }) => ({
        paid,
        intention,
        orders: orders.map(({ code, name, purpose }) => ({ code, name, purpose })),
      }))
      if (options.print) {
        const sheet = writeSheet(sections, { at: context.now(), label: order => order.code }, texts)
        return context.print(data, ...sheet.split('\n'))
      }
      const lines = data.flatMap(({ paid, intention, orders }) => [
        texts.digest.title(paid, intention),
        ...orders.map(({ code, name, purpose }) => `  ${code}  ${name}  (${purpose})`),
        '',
      ])
      context.print(data, ...(lines.length === 0 ? ['No waiting orders.'] : lines))
    })

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff'

export const addExport: AddCommand = (program, context) =>
  program
    .command('export')
    .description('write orders as CSV, or as JSON with --json')
    .option('--since <date>', 'ordered on that day or later', readDay)
    .option('--until <date>', 'ordered on that day or before', readEndOfDay)
    .option('--out <file>', 'write a new CSV file that only you can read')
    .action(async ({ since, until, out }) => {
      const store = await context.openStore()
      const data = (await listOrdersBetween(store, { since, until })).map(describeOrder)
      const lines = writeCsv(data)
      if (out === undefined) return context.print(data, ...lines)
      const csv = `${byteOrderMark}${lines.map(line => `${escapeControls(line)}\r\n`).join('')}`
      const file = resolve(out)
      await writeFile(file, csv, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
        throw usageError(`${file} cannot be written: ${error.message}`)
      })
      context.print({ file }, `Written to ${file}. It holds personal data.`)
    })

function writeCsv(orders: ReturnType<typeof describeOrder>[]): string[] {
  const rows = orders.map(order => ({ ...order, notes: order.notes.join('; ') }))
  const csv = stringify(rows, { header: true, cast: { string: escapeFormulas } })
  return csv.trimEnd().split('\n')
}

// Such a cell is a formula, which can run programs (owasp.org/www-community/attacks/CSV_Injection).
// A spreadsheet with another list separator begins cells after that one, quoted or not.
const startOfFormula =
  /(^|[,;\t|])(?=(?:(?!\t)[\s"\p{Cc}\p{Cf}])*[=+\-@\uff1d\uff0b\uff0d\uff20|%])/gu

function escapeFormulas(value: string): string {
  return value.replace(/[\r\n]+/g, ' ').replace(startOfFormula, "$1'")
}
