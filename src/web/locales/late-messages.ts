import type { Language } from '../../shared/language'
import * as en from './late-en'
import * as ru from './late-ru'
import * as uk from './late-uk'
import { formatMessages, type Texts } from './messages'

export type LateMessages = Texts<uk.RawLateMessages>

export const lateMessages: Record<Language, LateMessages> = {
  uk: formatMessages('uk', uk.messages),
  ru: formatMessages('ru', ru.messages),
  en: formatMessages('en', en.messages),
}

export type CardError = keyof uk.CardErrors

export const cardErrors: Record<Language, Texts<uk.CardErrors>> = {
  uk: formatMessages('uk', uk.cardErrors),
  ru: formatMessages('ru', ru.cardErrors),
  en: formatMessages('en', en.cardErrors),
}
