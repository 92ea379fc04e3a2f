/** The interface languages, the default one first, with their names on the switcher and in full. */
export const languageNames = {
  uk: { short: 'UA', full: 'українська' },
  ru: { short: 'RU', full: 'русский' },
  en: { short: 'EN', full: 'English' },
} as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as Language[]

export const defaultLanguage: Language = 'uk'
