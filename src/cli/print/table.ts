const gap = '  '
const widestCell = 40

/** Rows under their heads, in columns; a long cell is cut. */
export function layOutTable(heads: string[], rows: string[][]): string[] {
  const cells = [heads, ...rows].map(row => row.map(cutCell))
  const widths = heads.map((_, column) =>
    Math.max(...cells.map(row => [...(row[column] ?? '')].length)),
  )
  return cells.map(row =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join(gap)
      .trimEnd(),
  )
}

function cutCell(cell: string): string {
  const characters = [...cell.replace(/\s+/g, ' ')]
  return characters.length <= widestCell
    ? characters.join('')
    : `${characters.slice(0, widestCell - 1).join('')}…`
}
