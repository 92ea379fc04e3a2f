import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import { messages as en } from './en'
import { messages as ru } from './ru'
import { type RawMessages, messages as uk } from './uk'

/** Texts as the page shows them. Amounts are whole UAH. */
export type Texts<Raw> = {
  [Name in keyof Raw]: Raw[Name] extends string ? string : (uah: number) => string
}

export type Messages = Texts<RawMessages>

type Raw = Record<string, string | ((uah: string) => string)>

export const messages: Record<Language, Messages> = formatMessages({ uk, ru, en })

/** Adds no-break spaces, and groups the digits of amounts as the language does: `100 000`, `100,000`. */
export function formatMessages<Each extends Raw>(raw: Record<Language, Each>) {
  const format = (language: Language): Texts<Each> => {
    const entries = Object.entries(raw[language]).map(([name, text]) => [
      name,
      typeof text === 'string'
        ? keepTogether(text)
        : (uah: number) => keepTogether(text(uah.toLocaleString(language))),
    ])
    return Object.fromEntries(entries)
  }
  return { uk: format('uk'), ru: format('ru'), en: format('en') }
}
