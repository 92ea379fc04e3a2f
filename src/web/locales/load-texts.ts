import type { Language } from '../../shared/language'
import type { Texts } from './texts'

const loaders: Record<Language, () => Promise<{ texts: Texts }>> = {
  uk: () => import('./uk'),
  ru: () => import('./ru'),
  en: () => import('./en'),
}

/** Each language is a file of its own: a visitor waits for one, the others follow when idle. */
export async function loadTexts(language: Language): Promise<Texts> {
  return (await loaders[language]()).texts
}
