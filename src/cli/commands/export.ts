import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { listOrdersBetween } from '../../server/db/orders'
import { type Command, type Report, report, usageError } from '../command'
import { showSafely, writeJson } from '../print'
import { describeOrder, periodOptions, readPeriod } from './orders'

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\ufeff'

/** All orders of a time, for a spreadsheet or another program. */
export const exportCommand: Command = {
  name: 'export',
  operands: '',
  summary: {
    en: 'writes orders as CSV, or as JSON with --json',
    uk: 'записує замовлення як CSV або JSON (--json)',
  },
  examples: ['export --out orders.csv', 'export --since 2026-11-01 --until 2026-11-30 --json'],
  options: {
    ...periodOptions,
    out: {
      value: 'FILE',
      en: 'writes a new file that only you can read',
      uk: 'новий файл, який можете читати лише ви',
    },
  },
  async run(shop, call) {
    const period = readPeriod(call)
    const data = (await listOrdersBetween(await shop.openStore(), period)).map(describeOrder)
    const lines = writeCsv(data)
    const out = call.text('out')
    if (out === undefined) return report(data, ...lines)
    const csv = `${byteOrderMark}${lines.map(line => `${showSafely(line)}\r\n`).join('')}`
    return writeOut(resolve(out), call.flag('json') ? `${writeJson(data)}\n` : csv)
  },
}

async function writeOut(file: string, content: string): Promise<Report> {
  const handle = await open(file, 'wx', 0o600).catch((error: Error) => {
    throw usageError({
      en: `${file} cannot be written: ${error.message}`,
      uk: `${file} не вдалося записати: ${error.message}`,
    })
  })
  await handle.writeFile(content).finally(() => handle.close())
  return report(
    { file },
    {
      en: `Written to ${file}. It holds personal data.`,
      uk: `Записано в ${file}. Там особисті дані.`,
    },
  )
}

type Exported = ReturnType<typeof describeOrder>

const columns: [head: string, field: keyof Exported][] = [
  ['code', 'code'],
  ['ordered_at', 'orderedAt'],
  ['state', 'state'],
  ['lit_at', 'litAt'],
  ['payment', 'payment'],
  ['confirmed_uah', 'confirmedUah'],
  ['claimed_uah', 'claimedUah'],
  ['for_whom', 'forWhom'],
  ['purpose', 'purpose'],
  ['email', 'email'],
  ['language', 'language'],
  ['notes', 'notes'],
]

/** Lines of CSV (RFC 4180). A text that could be a formula gets an apostrophe before it. */
function writeCsv(orders: Exported[]): string[] {
  const rows = orders.map(order => columns.map(([, field]) => writeCell(order[field] ?? '')))
  return [columns.map(([head]) => head), ...rows].map(row => row.join(','))
}

// A spreadsheet takes a cell that begins like this for a formula, and a formula can run programs
// (owasp.org/www-community/attacks/CSV_Injection).
const startsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u
const needsQuotes = /[",;\n\r\t]|^\s|\s$/

function writeCell(value: string | number | string[]): string {
  if (typeof value === 'number') return String(value)
  const line = [value]
    .flat()
    .join('; ')
    .replace(/[\r\n\t]+/g, ' ')
  const safe = startsFormula.test(line) ? `'${line}` : line
  return needsQuotes.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
