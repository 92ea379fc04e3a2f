export type Column<Row> = [head: string, cell: (row: Row) => string | number]

const maxCell = 40

/** Aligned lines; a long cell is cut. */
export function table<Row>(rows: Row[], columns: Column<Row>[]): string[] {
  const cells = [
    columns.map(([head]) => head),
    ...rows.map(row => columns.map(([, read]) => cut(String(read(row))))),
  ]
  const widths = columns.map((_, i) => Math.max(...cells.map(row => [...(row[i] ?? '')].length)))
  return cells.map(row =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  )
}

function cut(cell: string): string {
  const characters = [...cell.replace(/\s+/g, ' ')]
  return characters.length > maxCell
    ? `${characters.slice(0, maxCell - 1).join('')}…`
    : characters.join('')
}

// Control characters could erase what a terminal shows, direction marks reorder it.
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

export function escapeControls(line: string): string {
  return line.replace(
    unprintable,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function writeJson(data: unknown): string {
  return JSON.stringify(data, null, 2).split('\n').map(escapeControls).join('\n')
}

/** Kopiykas as `200.00`. */
export function formatUah(kopiykas: number): string {
  return (kopiykas / 100).toFixed(2)
}

// The Swedish format is the international one (ISO 8601).
const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** A time (ms since 1970) in this machine's time zone, as `2026-11-20 18:05`. */
export function formatTime(at: number | null): string {
  return at === null ? '-' : timeFormat.format(at)
}
