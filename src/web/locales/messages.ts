import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import { messages as en } from './en'
import { messages as ru } from './ru'
import { messages as uk, type WrittenMessages } from './uk'

/** Texts as the page shows them; amounts are whole UAH. */
export type Texts<Written> = {
  [Name in keyof Written]: Written[Name] extends string ? string : (uah: number) => string
}

export type Messages = Texts<WrittenMessages>

export const messages: Record<Language, Messages> = {
  uk: prepare('uk', uk),
  ru: prepare('ru', ru),
  en: prepare('en', en),
}

/** With no-break spaces, and amounts as the language groups their digits: `100 000`, `100,000`. */
export function prepare<Written extends Record<string, string | ((uah: string) => string)>>(
  language: Language,
  written: Written,
): Texts<Written> {
  const entries = Object.entries(written).map(([name, text]) => [
    name,
    typeof text === 'string'
      ? keepTogether(text)
      : (uah: number) => keepTogether(text(uah.toLocaleString(language))),
  ])
  return Object.fromEntries(entries)
}
