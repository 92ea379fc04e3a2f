import type { Appearance } from './frame-talk'

/**
 * How tall the card form will be, in CSS pixels, before its frame has said a word: what stands below
 * it then never moves. The sum of the form's lines (in font sizes), gaps (in spacing units) and
 * borders; a page that measures in anything but pixels sees one small step instead.
 */
export function formHeight({ variables = {} }: Appearance): number {
  const font = pixels(variables.fontSizeBase) ?? 16
  const gap = pixels(variables.spacingUnit) ?? 4
  return Math.ceil(8.75 * font + 20.5 * gap + 14)
}

function pixels(length: string | undefined): number | undefined {
  const [, number] = /^([\d.]+)px$/.exec(length ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}
