import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import type { CheckoutStore } from '../checkout/store'
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

/** Changes every text of the page; the document says which language it is in. */
export async function switchLanguage(store: CheckoutStore, language: Language): Promise<void> {
  const messages = await loadMessages(language)
  store.dispatch({ type: 'locale-changed', locale: { language, messages } })
  document.documentElement.lang = language
  document.title = messages.pageTitle
  for (const note of document.querySelectorAll<HTMLElement>('.temple [lang]'))
    note.hidden = note.lang !== language
}
