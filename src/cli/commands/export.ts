import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { listOrdersBetween } from '../../server/db/orders'
import { listBalance, type OurEntry } from '../../server/orders/list-balance'
import { ask } from '../../server/stripe/client'
import { formatTime } from '../../server/time-zone'
import { minuteMs } from '../../shared/durations'
import { parseDay } from '../arguments'
import { type AddCommand, CommandError, type Context, usageError } from '../context'
import { describeOrder } from '../describe-order'
import { openProvider } from '../open-provider'
import { escapeControls } from '../print'

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff'

export const addExport: AddCommand = (program, context) =>
  program
    .command('export')
    .description('write orders, or the accounts for the bookkeeper, as CSV, or as JSON with --json')
    .option(
      '--payments',
      'payments, refunds and fees as the provider’s balance has them, without names',
    )
    .option(
      '--since <date>',
      'ordered (or entered in the balance) on that day or later',
      parseDay(context, 0),
    )
    .option(
      '--until <date>',
      'ordered (or entered in the balance) on that day or before',
      parseDay(context, 1),
    )
    .option('--out <file>', 'write a new CSV file that only you can read')
    .action(async ({ payments, since, until, out }) => {
      const store = await context.openStore()
      const period = { since, until }
      const data = payments
        ? (await readBalance(context, period)).map(entry => describeEntry(context, entry))
        : (await listOrdersBetween(store, period)).map(describeOrder)
      const lines = formatCsv(data)
      if (out === undefined) return context.print(data, ...lines)
      const csv = `${byteOrderMark}${lines.map(line => `${escapeControls(line)}\r\n`).join('')}`
      const file = resolve(out)
      await writeFile(file, csv, { flag: 'wx', mode: 0o600 }).catch(async error => {
        // A disk that is full leaves a part of it.
        if (error.code !== 'EEXIST') await rm(file, { force: true }).catch(() => {})
        throw usageError(`${file} cannot be written: ${error.message}`)
      })
      const holds = payments ? 'It names nobody.' : 'It holds personal data.'
      context.print({ file }, `Written to ${file}. ${holds}`)
    })

/** A long list has many pages. */
const listingMs = 10 * minuteMs

async function readBalance(
  context: Context,
  period: { since: number | undefined; until: number | undefined },
): Promise<OurEntry[]> {
  const { db } = await context.openStore()
  const provider = openProvider(context)
  if (!provider)
    throw new CommandError(
      'No cards are taken (CARD_PROVIDER=none), so there is no balance to read. The store’s own sums: svichka orders --totals.',
    )
  const answer = await ask(() => listBalance(db, provider, period), listingMs)
  if (answer.kind === 'ok') return answer.value
  const reason = answer.kind === 'missing' ? 'not found' : answer.reason
  throw new CommandError(
    reason.includes('Permission')
      ? 'The API key may not read the balance: give it read access to balance transactions in the provider’s dashboard.'
      : `The provider’s balance cannot be read: ${reason}. See svichka doctor.`,
  )
}

/** With the ids of the provider's reports. `order`: null where the order never came. */
function describeEntry({ timeZone, config }: Context, entry: OurEntry) {
  const { at, category, paymentIntentId, code, amountKopiykas, id } = entry
  return {
    at: formatTime(at, timeZone),
    category,
    paymentIntentId,
    order: code,
    amountUah: amountKopiykas / 100,
    amount: entry.amount / 100,
    fee: entry.fee / 100,
    net: entry.net / 100,
    currency: entry.currency,
    balanceTransactionId: id,
    mode: config.cards?.livemode ? 'live' : 'test',
  }
}

function formatCsv(rows: object[]): string[] {
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
