import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import type { Messages } from './uk'

const loaders: Record<Language, () => Promise<{ messages: Messages }>> = {
  uk: () => import('./uk'),
  ru: () => import('./ru'),
  en: () => import('./en'),
}

/** Each language is a file of its own: a visitor waits for one, the others follow when idle. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { messages } = await loaders[language]()
  const entries = Object.entries(messages).map(([key, message]) => [
    key,
    typeof message === 'string'
      ? keepTogether(message)
      : (uah: number) => keepTogether(message(uah)),
  ])
  return Object.fromEntries(entries)
}
