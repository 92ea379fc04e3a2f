import * as en from './checkout-en'
import * as ru from './checkout-ru'
import * as uk from './checkout-uk'
import { formatMessages, type Texts } from './messages'

export type CheckoutMessages = Texts<uk.RawCheckoutMessages>

export type CardError = keyof uk.CardErrors

export const checkoutMessages = formatMessages({
  uk: uk.messages,
  ru: ru.messages,
  en: en.messages,
})

export const cardErrors = formatMessages({
  uk: uk.cardErrors,
  ru: ru.cardErrors,
  en: en.cardErrors,
})
