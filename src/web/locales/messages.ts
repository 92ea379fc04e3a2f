import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import { messages as en } from './en'
import { messages as ru } from './ru'
import { type RawMessages, messages as uk } from './uk'

/** Texts as the page shows them; amounts are whole UAH. */
export type Texts<Raw> = {
  [Name in keyof Raw]: Raw[Name] extends string ? string : (uah: number) => string
}

export type Messages = Texts<RawMessages>

export const messages: Record<Language, Messages> = {
  uk: formatMessages('uk', uk),
  ru: formatMessages('ru', ru),
  en: formatMessages('en', en),
}

/** With no-break spaces, and amounts as the language groups their digits: `100 000`, `100,000`. */
export function formatMessages<Raw extends Record<string, string | ((uah: string) => string)>>(
  language: Language,
  raw: Raw,
): Texts<Raw> {
  const entries = Object.entries(raw).map(([name, text]) => [
    name,
    typeof text === 'string'
      ? keepTogether(text)
      : (uah: number) => keepTogether(text(uah.toLocaleString(language))),
  ])
  return Object.fromEntries(entries)
}
