import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { listOrdersBetween } from '../../server/db/orders'
import { parseDay } from '../arguments'
import { type AddCommand, usageError } from '../context'
import { describeOrder } from '../describe-order'
import { escapeControls } from '../print'

/** Spreadsheets know the file as UTF-8 by this mark. */
const byteOrderMark = '\ufeff'

export const addExport: AddCommand = (program, context) =>
  program
    .command('export')
    .description('write orders as CSV, or as JSON with --json')
    .option('--since <date>', 'ordered on that day or later', parseDay(context, 0))
    .option('--until <date>', 'ordered on that day or before', parseDay(context, 1))
    .option('--out <file>', 'write a new CSV file that only you can read')
    .action(async ({ since, until, out }) => {
      const list = async () => {
        const orders = await listOrdersBetween(await context.openStore(), { since, until })
        return orders.map(describeOrder)
      }
      if (out === undefined) {
        const data = await list()
        return context.print(data, ...formatCsv(data))
      }
      const path = resolve(out)
      await writeNewFile(path, async () => {
        const lines = formatCsv(await list())
        return `${byteOrderMark}${lines.map(line => `${escapeControls(line)}\r\n`).join('')}`
      })
      context.print({ file: path }, `Written to ${path}. It holds personal data.`)
    })

/**
 * Opens the file before it reads the orders, because the command then becomes the store's owner, who may
 * not write in root's folders. If that fails, an empty file stays, and an empty file may be written
 * again.
 */
async function writeNewFile(path: string, read: () => Promise<string>): Promise<void> {
  const unwritable = (error: Error) => usageError(`${path} cannot be written: ${error.message}`)
  await using file = await open(path, 'a', 0o600).catch(error => Promise.reject(unwritable(error)))
  if ((await file.stat()).size > 0) throw unwritable(new Error('it exists already'))
  try {
    const content = await read()
    await file.writeFile(content).catch(error => Promise.reject(unwritable(error)))
  } catch (error) {
    // A full disk leaves a part of the file.
    await file.truncate()
    await rm(path, { force: true }).catch(() => {})
    throw error
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

// A cell that begins so is a formula, which can run programs (owasp.org/www-community/attacks/CSV_Injection).
// A spreadsheet with another list separator begins a cell after each of those, even inside quotes.
const startOfFormula =
  /(^|[,;\t|])(?=(?:(?!\t)[\s"\p{Cc}\p{Cf}])*[=+\-@\uff1d\uff0b\uff0d\uff20|%])/gu

function escapeFormulas(value: string): string {
  return value.replace(/[\r\n]+/g, ' ').replace(startOfFormula, "$1'")
}
