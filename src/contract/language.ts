import * as v from 'valibot'

/** The interface languages, the default one first. */
export const languages = ['uk', 'ru', 'en'] as const

export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'uk'

export const LanguageSchema = v.picklist(languages)

/** True for a language code of ours; anything else (a `?lang=` of any kind) is not. */
export function isLanguage(value: unknown): value is Language {
  return v.is(LanguageSchema, value)
}
