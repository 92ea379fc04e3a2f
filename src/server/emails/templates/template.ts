/** A prepared text: constant pieces, slots for values, and parts that are there under a flag. */
export type TemplatePart =
  | string
  | { slot: string }
  | { flag: string; wanted: boolean; parts: TemplatePart[] }

/** One letter in one language, as data: it is made at build and only filled while serving. */
export interface LetterTemplate {
  subject: TemplatePart[]
  html: TemplatePart[]
  text: TemplatePart[]
}

export interface LetterValues {
  slots: Record<string, string>
  flags: Record<string, boolean>
}

const mark = /\{\{([?!/]?)(\w+)\}\}/g

/** Reads `{{slot}}`, `{{?flag}}…{{/flag}}` and `{{!flag}}…{{/flag}}`. Throws on an unclosed flag. */
export function parseTemplate(source: string): TemplatePart[] {
  const root: TemplatePart[] = []
  const open: { flag: string; parts: TemplatePart[] }[] = [{ flag: '', parts: root }]
  let end = 0
  for (const match of source.matchAll(mark)) {
    const [whole, sign, name = ''] = match
    const inner = open.at(-1)?.parts ?? root
    if (match.index > end) inner.push(source.slice(end, match.index))
    end = match.index + whole.length
    if (sign === '') inner.push({ slot: name })
    else if (sign === '/') close(open, name)
    else {
      const parts: TemplatePart[] = []
      inner.push({ flag: name, wanted: sign === '?', parts })
      open.push({ flag: name, parts })
    }
  }
  if (open.length > 1) throw new Error(`The template leaves {{${open.at(-1)?.flag}}} open.`)
  root.push(source.slice(end))
  return root
}

function close(open: { flag: string }[], name: string): void {
  if (open.pop()?.flag !== name) throw new Error(`The template closes {{/${name}}} out of turn.`)
}

/** Fills a prepared text; `write` makes a value safe for where it lands. Throws on a missing value. */
export function fillTemplate(
  parts: TemplatePart[],
  values: LetterValues,
  write: (value: string) => string,
): string {
  let filled = ''
  for (const part of parts) {
    if (typeof part === 'string') filled += part
    else if ('slot' in part) filled += write(find(values.slots, part.slot))
    else if (find(values.flags, part.flag) === part.wanted)
      filled += fillTemplate(part.parts, values, write)
  }
  return filled
}

function find<T>(values: Record<string, T>, name: string): T {
  const value = values[name]
  if (value === undefined) throw new Error(`A letter was written without its value "${name}".`)
  return value
}
