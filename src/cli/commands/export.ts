import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { listOrdersBetween } from '../../server/db/orders'
import { parseDay } from '../arguments'
import { type AddCommand, usageError } from '../context'
import { describeOrder } from '../describe-order'
import { escapeControls } from '../print'

/** Marks the file as UTF-8 for spreadsheets. */
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
