// Control codes could recolour, erase or retype what stands on a terminal; marks of direction could
// reorder it. Both are shown as what they are.
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A line as any terminal may show it, whoever wrote its parts. */
export function showSafely(line: string): string {
  return line.replace(unprintable, spellOut)
}

function spellOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** JSON for other programs, which may print it in turn. */
export function writeJson(data: unknown): string {
  return JSON.stringify(data, null, 2).split('\n').map(showSafely).join('\n')
}
