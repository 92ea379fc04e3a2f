import type { Language } from '../../shared/language'
import type { Messages } from './messages'

const loaders: Record<Language, () => Promise<{ messages: Messages }>> = {
  uk: () => import('./uk'),
  ru: () => import('./ru'),
  en: () => import('./en'),
}

/** Each language is a file of its own: a visitor waits for one, the others follow when idle. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await loaders[language]()).messages
}
