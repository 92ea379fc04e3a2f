import type { Language } from './language'
import type { Intention } from './temple-page'

type Known = Exclude<Intention, 'other'>

/** The form's two buttons put these words at the beginning of the purpose. */
export const readyWords: Record<Language, Record<Known, string>> = {
  uk: { health: 'За здоров’я', repose: 'За упокій' },
  ru: { health: 'О здравии', repose: 'Об упокоении' },
  en: { health: 'For health', repose: 'For the departed' },
}

/** Visitors type the words of a button in these ways, too. */
const understood: Record<Known, string[]> = {
  health: [...Object.values(readyWords).map(({ health }) => health), 'за здравие'].map(simplify),
  repose: [...Object.values(readyWords).map(({ repose }) => repose), 'за упокой'].map(simplify),
}

/**
 * Finds the heading under which the temple reads an order, which also chooses the blessing of the thanks.
 * Only the words of the form's buttons count, at the beginning of the purpose. A guess from other words
 * could name a living soldier among the dead: a mother who asks "that my son is not killed" uses a
 * mourner's words. A purpose with the words of both buttons stands under neither heading.
 */
export function findIntention({ purpose }: { purpose: string }): Intention {
  const text = `${simplify(purpose)} `
  const begins = (known: Known) => understood[known].some(words => text.startsWith(`${words} `))
  const has = (known: Known) => understood[known].some(words => text.includes(` ${words} `))
  if (begins('health')) return has('repose') ? 'other' : 'health'
  if (begins('repose')) return has('health') ? 'other' : 'repose'
  return 'other'
}

/** Returns whether a purpose only repeats the heading of its order. */
export function repeatsIntention(purpose: string, intention: Intention): boolean {
  return intention !== 'other' && understood[intention].includes(simplify(purpose))
}

/** Reduces a text to words in lower case, without apostrophes and punctuation. */
function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’ʼ`´]/g, '')
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}
