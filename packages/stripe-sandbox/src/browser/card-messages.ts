import type { StripeError } from '@stripe/stripe-js'

/**
 * The messages for payers, by code. The English ones are the provider's own, with typographic apostrophes.
 */
const english = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: 'Your card’s expiration date is incomplete.',
  invalid_expiry_year: 'Your card’s expiration year is invalid.',
  invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
  invalid_expiry_month_past: 'Your card’s expiration date is in the past.',
  incomplete_cvc: 'Your card’s security code is incomplete.',
  wallet_canceled: 'Your payment was canceled. Please try again.',
  payment_intent_authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  api_connection_error:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
} as const

/** These say the same in Russian. The provider's own wordings are not on record. */
const russian: Readonly<Record<string, string>> = {
  incomplete_number: 'Номер карты указан не полностью.',
  invalid_number: 'Номер карты недействителен.',
  incomplete_expiry: 'Срок действия карты указан не полностью.',
  invalid_expiry_year: 'Год в сроке действия карты указан неверно.',
  invalid_expiry_year_past: 'Год в сроке действия карты уже прошёл.',
  invalid_expiry_month_past: 'Срок действия карты уже истёк.',
  incomplete_cvc: 'Код безопасности карты указан не полностью.',
  wallet_canceled: 'Платёж отменён. Попробуйте ещё раз.',
  payment_intent_authentication_failure:
    'Не удалось подтвердить ваш способ оплаты. Выберите другой способ оплаты и попробуйте ещё раз.',
  api_connection_error:
    'Не удаётся связаться с платёжной системой. Проверьте подключение к интернету и попробуйте ещё раз.',
  card_declined: 'Ваша карта отклонена.',
  insufficient_funds: 'На вашей карте недостаточно средств.',
  card_velocity_exceeded:
    'Ваша карта отклонена: слишком много попыток подряд или превышен лимит по сумме.',
  expired_card: 'Срок действия вашей карты истёк.',
  incorrect_cvc: 'Неверный код безопасности карты.',
  processing_error: 'При обработке карты произошла ошибка. Попробуйте ещё раз чуть позже.',
}

export type OwnMessage = keyof typeof english

/** Every language but Russian falls back to English. */
export function isRussian(locale: string): boolean {
  return /^ru\b/i.test(locale)
}

export function localMessage(
  { code = '', decline_code = '', message = '' }: Omit<StripeError, 'type'>,
  locale: string,
): string {
  const own: Readonly<Record<string, string>> = isRussian(locale) ? russian : english
  return own[decline_code] ?? own[code] ?? message
}
