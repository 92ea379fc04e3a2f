/** A text of the command line, in its two languages. */
export interface Text {
  en: string
  uk: string
}

export type CliLanguage = keyof Text

/** The language of the terminal, as locale(7) finds it; English unless it is Ukrainian. */
export function readLanguage(variables: Record<string, string | undefined>): CliLanguage {
  const locale = variables.LC_ALL || variables.LC_MESSAGES || variables.LANG || ''
  return /^uk/i.test(locale) ? 'uk' : 'en'
}

/** Rows of cells, the heads first. */
interface Table {
  cells: (string | Text)[][]
}

/** For people: a line that is the same in both languages, a text, or a table. */
export type Line = string | Text | Table

/** A column of a table: its head in both languages, and what a row has in it. */
export type Column<Row> = [en: string, uk: string, cell: (row: Row) => string | number | Text]

export function table<Row>(rows: Row[], columns: Column<Row>[]): Table {
  const heads = columns.map(([en, uk]) => ({ en, uk }))
  const cells = rows.map(row =>
    columns.map(([, , read]) => {
      const cell = read(row)
      return typeof cell === 'number' ? String(cell) : cell
    }),
  )
  return { cells: [heads, ...cells] }
}

const gap = '  '
const widestCell = 40

// Control codes could recolour, erase or retype what stands on a terminal; marks of direction could
// reorder it. Both are shown as what they are.
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A line as any terminal may show it, whoever wrote its parts. */
export function showSafely(line: string): string {
  return line.replace(
    unprintable,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** JSON for other programs, which may print it in turn. */
export function writeJson(data: unknown): string {
  return JSON.stringify(data, null, 2).split('\n').map(showSafely).join('\n')
}

/** What people read on a terminal. */
export function writeLines(lines: Line[], language: CliLanguage): string {
  return lines
    .flatMap(line => {
      if (typeof line === 'string') return [line]
      return 'cells' in line ? layOutTable(line, language) : line[language].split('\n')
    })
    .map(showSafely)
    .join('\n')
}

/** In columns; a long cell is cut. */
function layOutTable({ cells }: Table, language: CliLanguage): string[] {
  const rows = cells.map(row =>
    row.map(cell => {
      const text = (typeof cell === 'string' ? cell : cell[language]).replace(/\s+/g, ' ')
      const characters = [...text]
      return characters.length > widestCell
        ? [...characters.slice(0, widestCell - 1), '…']
        : characters
    }),
  )
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((cell, column) => cell.join('') + ' '.repeat((widths?.[column] ?? 0) - cell.length))
      .join(gap)
      .trimEnd(),
  )
}

/** Kopiykas as `200.00`, for tables and other programs. */
export function showUah(kopiykas: number): string {
  return (kopiykas / 100).toFixed(2)
}

/** The Swedish way to write a time is the international one (ISO 8601, RFC 3339). */
const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** A moment (ms since 1970) in this machine's time zone, as `2026-11-20 18:05`. */
export function showTime(at: number | null): string {
  return at === null ? '-' : timeFormat.format(at)
}
