import type { Language } from '../../shared/language'
import { messagesIn } from '../locales/messages-in'
import type { CheckoutStore } from './store'

/** Changes every text of the page, its title and its `lang`. */
export function switchLanguage(store: CheckoutStore, language: Language): void {
  const messages = messagesIn(language)
  store.dispatch({ type: 'locale-changed', locale: { language, messages } })
  document.documentElement.lang = language
  document.title = messages.pageTitle
  for (const note of document.querySelectorAll<HTMLElement>('.temple [lang]'))
    note.hidden = note.lang !== language
}
