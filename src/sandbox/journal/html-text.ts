/** Text that is safe inside an element or a quoted attribute. */
function htmlText(value: string | number | null): string {
  return String(value ?? '').replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}

export type Cell = string | number | null

/** A table with a caption; says so when there is nothing in it. */
export function htmlTable(
  caption: string,
  heads: readonly string[],
  rows: readonly Cell[][],
): string {
  if (rows.length === 0) return `<h2>${htmlText(caption)}</h2><p>Nothing yet.</p>`
  const line = (tag: 'th' | 'td', cells: readonly Cell[]) =>
    `<tr>${cells.map(cell => `<${tag}>${htmlText(cell)}</${tag}>`).join('')}</tr>`
  return `<h2>${htmlText(caption)}</h2><div><table><thead>${line('th', heads)}</thead><tbody>${rows
    .map(cells => line('td', cells))
    .join('')}</tbody></table></div>`
}
