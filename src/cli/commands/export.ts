import { open, rm } from 'node:fs/promises'
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
      const period = { since, until }
      const list = async () =>
        payments
          ? (await readBalance(context, period)).map(entry => describeEntry(context, entry))
          : (await listOrdersBetween(await context.openStore(), period)).map(describeOrder)
      if (out === undefined) {
        const data = await list()
        return context.print(data, ...formatCsv(data))
      }
      const path = resolve(out)
      await writeNewFile(path, async () => {
        const lines = formatCsv(await list())
        return `${byteOrderMark}${lines.map(line => `${escapeControls(line)}\r\n`).join('')}`
      })
      const holds = payments ? 'It names nobody.' : 'It holds personal data.'
      context.print({ file: path }, `Written to ${path}. ${holds}`)
    })

/**
 * Opens the file first: the owner of the store, who reads the orders, may not write in root's folders. A
 * file that failed there is left empty, and an empty one is taken.
 */
async function writeNewFile(path: string, read: () => Promise<string>): Promise<void> {
  const unwritable = (error: Error) => usageError(`${path} cannot be written: ${error.message}`)
  await using file = await open(path, 'a', 0o600).catch(error => Promise.reject(unwritable(error)))
  if ((await file.stat()).size > 0) throw unwritable(new Error('it exists already'))
  try {
    const content = await read()
    await file.writeFile(content).catch(error => Promise.reject(unwritable(error)))
  } catch (error) {
    // A disk that is full leaves a part of it.
    await file.truncate()
    await rm(path, { force: true }).catch(() => {})
    throw error
  }
}

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
