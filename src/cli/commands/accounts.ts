import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { listPayments } from '../../server/db/donations'
import { findFirstOrderTime, listOrdersBetween, sumOrders } from '../../server/db/orders'
import { addMonths, formatTime, startOfDay } from '../../server/time-zone'
import { readDay } from '../arguments'
import { type AddCommand, type Context, usageError } from '../context'
import { describeOrder } from '../describe-order'
import { escapeControls, table } from '../print'

/** Months of the temple's time zone, the newest last. Refunds count in the month of their payment. */
export async function printTotals(context: Context): Promise<void> {
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

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff'

export const addExport: AddCommand = (program, context) =>
  program
    .command('export')
    .description('write orders, or payments for the bookkeeper, as CSV, or as JSON with --json')
    .option('--payments', 'payments with their ids, sums and refunds, without names')
    .option('--since <date>', 'ordered (or paid) on that day or later', readDay(context, 0))
    .option('--until <date>', 'ordered (or paid) on that day or before', readDay(context, 1))
    .option('--out <file>', 'write a new CSV file that only you can read')
    .action(async ({ payments, since, until, out }) => {
      const store = await context.openStore()
      const period = { since, until }
      const data = payments
        ? (await listPayments(store.db, period)).map(payment => describePayment(context, payment))
        : (await listOrdersBetween(store, period)).map(describeOrder)
      const lines = writeCsv(data)
      if (out === undefined) return context.print(data, ...lines)
      const csv = `${byteOrderMark}${lines.map(line => `${escapeControls(line)}\r\n`).join('')}`
      const file = resolve(out)
      await writeFile(file, csv, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
        throw usageError(`${file} cannot be written: ${error.message}`)
      })
      const holds = payments ? 'It names nobody.' : 'It holds personal data.'
      context.print({ file }, `Written to ${file}. ${holds}`)
    })

/** As the provider's report of payouts names it. `order`: null where the order never came. */
function describePayment(
  { timeZone }: Context,
  payment: Awaited<ReturnType<typeof listPayments>>[number],
) {
  return {
    paidAt: formatTime(payment.succeededAt, timeZone),
    paymentIntentId: payment.paymentIntentId,
    order: payment.code,
    receivedUah: payment.receivedKopiykas / 100,
    refundedUah: payment.refundedKopiykas / 100,
    disputed: payment.disputed,
    mode: payment.livemode ? 'live' : 'test',
  }
}

function writeCsv(rows: object[]): string[] {
  const cast = {
    string: escapeFormulas,
    boolean: (value: boolean) => (value ? 'yes' : 'no'),
    object: (value: object) => escapeFormulas(Object.values(value).join('; ')),
  }
  const csv = stringify(rows, { header: true, cast })
  return csv.trimEnd().split('\n')
}

// Such a cell is a formula, which can run programs (owasp.org/www-community/attacks/CSV_Injection).
// A spreadsheet with another list separator begins cells after that one, quoted or not.
const startOfFormula =
  /(^|[,;\t|])(?=(?:(?!\t)[\s"\p{Cc}\p{Cf}])*[=+\-@\uff1d\uff0b\uff0d\uff20|%])/gu

function escapeFormulas(value: string): string {
  return value.replace(/[\r\n]+/g, ' ').replace(startOfFormula, "$1'")
}
