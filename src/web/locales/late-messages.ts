import * as en from './late-en'
import * as ru from './late-ru'
import * as uk from './late-uk'
import { formatMessages, type Texts } from './messages'

export type LateMessages = Texts<uk.RawLateMessages>

export type CardError = keyof uk.CardErrors

export const lateMessages = formatMessages({ uk: uk.messages, ru: ru.messages, en: en.messages })

export const cardErrors = formatMessages({
  uk: uk.cardErrors,
  ru: ru.cardErrors,
  en: en.cardErrors,
})
