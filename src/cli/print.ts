import { formatTime } from '../server/time-zone'

const maxCell = 40

/** Aligns some columns of rows, named as with `--json`. Long cells are cut, except in the last column. */
export function table<Row extends object>(
  rows: Row[],
  keys: (keyof Row & string)[],
  timeZone: string,
): string[] {
  const cells = [
    keys,
    ...rows.map(row =>
      keys.map((key, i) =>
        cut(formatValue(key, row[key], timeZone), i < keys.length - 1 ? maxCell : Infinity),
      ),
    ),
  ]
  const widths = keys.map((_, i) => Math.max(...cells.map(row => row[i]?.length ?? 0)))
  return cells.map(row =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function cut(value: string, length: number): string {
  const line = value.replace(/\s+/g, ' ')
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

/** Writes a line for each key. */
export function listFields(data: object, timeZone: string): string[] {
  return Object.entries(data).map(
    ([key, value]) => `${key.padEnd(17)}${formatValue(key, value, timeZone)}`,
  )
}

/** The ending of a key tells whether its value is a time or a sum in hryvnias. */
function formatValue(key: string, value: unknown, timeZone: string): string {
  if (Array.isArray(value)) return value.join(', ') || '-'
  if (value === null || value === '') return '-'
  if (/(^a|A)t$/.test(key))
    return formatTime(typeof value === 'number' ? value : Date.parse(`${value}`), timeZone)
  return key.endsWith('Uah') ? Number(value).toFixed(2) : String(value)
}

// Control characters could erase what a terminal shows, and direction marks could reorder it.
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

export function escapeControls(line: string): string {
  return line.replace(
    unprintable,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function formatJson(data: unknown): string {
  return JSON.stringify(data, null, 2).split('\n').map(escapeControls).join('\n')
}

/** Formats kopiykas as `200.00`. */
export function formatUah(kopiykas: number): string {
  return (kopiykas / 100).toFixed(2)
}

/** Writes `1 email` and `2 emails`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
