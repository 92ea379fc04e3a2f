import type { Language } from '../../shared/language'
import * as en from './late-en'
import * as ru from './late-ru'
import * as uk from './late-uk'
import { prepare, type Texts } from './messages'

export type LateMessages = Texts<uk.WrittenLateMessages>

export const lateMessages: Record<Language, LateMessages> = {
  uk: prepare('uk', uk.messages),
  ru: prepare('ru', ru.messages),
  en: prepare('en', en.messages),
}

export type CardError = keyof uk.CardErrors

export const cardErrors: Record<Language, Texts<uk.CardErrors>> = {
  uk: prepare('uk', uk.cardErrors),
  ru: prepare('ru', ru.cardErrors),
  en: prepare('en', en.cardErrors),
}
