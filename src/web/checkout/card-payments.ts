import type { Stripe } from '@stripe/stripe-js'

/** The languages of the card form that we use: the provider knows no Ukrainian. */
export type CardLocale = 'en' | 'ru'

/** Whether a card can be taken on this page now. */
export type CardPayments =
  | { kind: 'loading'; testing: boolean }
  | { kind: 'ready'; testing: boolean; stripe: Stripe; locale: CardLocale }
  | { kind: 'unavailable'; testing: boolean; trying: boolean; tryAgain: () => void }
