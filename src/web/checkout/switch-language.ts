import type { Language } from '../../shared/language'
import { loadMessages } from '../locales/load-messages'
import type { CheckoutStore } from './store'

/** Changes every text of the page, its title and its `lang`. */
export async function switchLanguage(store: CheckoutStore, language: Language): Promise<void> {
  const isWanted = store.startSwitch()
  const messages = await loadMessages(language)
  if (!isWanted()) return
  store.dispatch({ type: 'locale-changed', locale: { language, messages } })
  document.documentElement.lang = language
  document.title = messages.pageTitle
  for (const note of document.querySelectorAll<HTMLElement>('.temple [lang]'))
    note.hidden = note.lang !== language
}
