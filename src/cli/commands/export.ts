import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { listOrdersBetween } from '../../server/db/orders'
import { type AddCommand, usageError } from '../context'
import { escapeControls, writeJson } from '../print'
import { describeOrder, readDay, readEndOfDay } from './orders'

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff'

export const addExport: AddCommand = (program, context) =>
  program
    .command('export')
    .description('write orders as CSV, or as JSON with --json')
    .option('--since <date>', 'ordered on that day or later', readDay)
    .option('--until <date>', 'ordered on that day or before', readEndOfDay)
    .option('--out <file>', 'write a new file that only you can read')
    .action(async ({ since, until, out }) => {
      const store = await context.openStore()
      const data = (await listOrdersBetween(store, { since, until })).map(describeOrder)
      const lines = writeCsv(data)
      if (out === undefined) return context.print(data, ...lines)
      const csv = `${byteOrderMark}${lines.map(line => `${escapeControls(line)}\r\n`).join('')}`
      const file = resolve(out)
      await writeNewFile(file, context.json ? `${writeJson(data)}\n` : csv)
      context.print({ file }, `Written to ${file}. It holds personal data.`)
    })

async function writeNewFile(file: string, content: string): Promise<void> {
  await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
    throw usageError(`${file} cannot be written: ${error.message}`)
  })
}

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
