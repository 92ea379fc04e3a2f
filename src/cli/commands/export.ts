import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { listOrdersBetween } from '../../server/db/orders'
import type { Order } from '../../server/db/schema'
import { type Command, type Report, report, UsageError, type Values } from '../command'
import { writeCsv } from '../print/csv'
import { showSafely, writeJson } from '../print/visible-text'
import { describeOrder } from './orders'

const day = v.optional(
  v.pipe(
    v.string(),
    v.isoDate('--since and --until must be dates such as 2026-11-20.'),
    v.transform(text => Date.parse(text)),
  ),
)
const RangeSchema = v.object({ since: day, until: day })
const dayMs = 86_400_000
/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\ufeff'

/** All orders of a time, for a spreadsheet or another program. */
export const exportCommand: Command = {
  word: 'export',
  operands: '',
  summary: 'writes orders as CSV, or as JSON with --json',
  examples: ['export --out orders.csv', 'export --since 2026-11-01 --until 2026-11-30 --json'],
  options: { since: { type: 'string' }, until: { type: 'string' }, out: { type: 'string' } },
  optionHelp: [
    '--since YYYY-MM-DD   ordered on that day or later (UTC)',
    '--until YYYY-MM-DD   ordered on that day or before (UTC)',
    '--out FILE           writes a new file that only you can read',
  ],
  async run({ store }, { values }) {
    const { since = 0, until } = readRange(values)
    const before = until === undefined ? Number.MAX_SAFE_INTEGER : until + dayMs
    const orders = await listOrdersBetween(store.db, since, before)
    const made = report(layOut(orders), orders.map(describeOrder))
    return typeof values.out === 'string' ? writeOut(made, values) : made
  },
}

function readRange(values: Values) {
  const parsed = v.safeParse(RangeSchema, values)
  if (!parsed.success) throw new UsageError(parsed.issues[0].message)
  return parsed.output
}

async function writeOut(made: Report, { out, json }: Values): Promise<Report> {
  const file = resolve(String(out))
  const csv = `${byteOrderMark}${made.lines.map(line => `${showSafely(line)}\r\n`).join('')}`
  await writeNewFile(file, json ? `${writeJson(made.data)}\n` : csv)
  return report([`Written to ${file}. It holds personal data.`], { file })
}

async function writeNewFile(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: Error) => {
    throw new UsageError(`${file} cannot be written: ${error.message}`)
  })
  try {
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
}

function layOut(orders: Order[]): string[] {
  return writeCsv(
    [
      'code',
      'ordered_at',
      'state',
      'lit_at',
      'payment',
      'confirmed_uah',
      'claimed_uah',
      'for_whom',
      'purpose',
      'email',
      'language',
      'notes',
    ],
    orders
      .map(describeOrder)
      .map(order => [
        order.code,
        order.orderedAt,
        order.state,
        order.litAt ?? '',
        order.payment,
        order.confirmedUah,
        order.claimedUah,
        order.forWhom,
        order.purpose,
        order.email ?? '',
        order.language,
        order.notes.join('; '),
      ]),
  )
}
