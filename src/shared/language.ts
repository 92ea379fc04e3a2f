/** The interface languages, the default one first: on the switcher, and in their own words. */
export const languageNames = {
  uk: { short: 'UA', full: 'українська' },
  ru: { short: 'RU', full: 'русский' },
  en: { short: 'EN', full: 'English' },
} as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as Language[]

export const defaultLanguage: Language = 'uk'
