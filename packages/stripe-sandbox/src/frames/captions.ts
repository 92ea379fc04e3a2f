import { isRussian } from '../browser/card-messages'

const english = {
  card: 'Card',
  test: 'Test payment',
  number: 'Card number',
  expiry: 'Expiration date',
  cvc: 'Security code',
  expiryPlaceholder: 'MM / YY',
  numberPlaceholder: '1234 1234 1234 1234',
  cvcPlaceholder: 'CVC',
  bankTitle: 'Confirm your payment',
  bankText: 'This is a test bank. No real money moves. Choose what your bank answers.',
  authorize: 'Confirm',
  fail: 'Decline',
  close: 'Close',
  unreachable: 'The test bank does not answer. Please try again.',
}

const russian: typeof english = {
  card: 'Карта',
  test: 'Тестовый платёж',
  number: 'Номер карты',
  expiry: 'Срок действия',
  cvc: 'Код безопасности',
  expiryPlaceholder: 'ММ / ГГ',
  numberPlaceholder: '1234 1234 1234 1234',
  cvcPlaceholder: 'CVC',
  bankTitle: 'Подтвердите платёж',
  bankText: 'Это тестовый банк, настоящие деньги не списываются. Выберите, что ответит банк.',
  authorize: 'Подтвердить',
  fail: 'Отклонить',
  close: 'Закрыть',
  unreachable: 'Тестовый банк не отвечает. Попробуйте ещё раз.',
}

export type Captions = typeof english

function captionsFor(locale: string): Captions {
  return isRussian(locale) ? russian : english
}

/** Fills every element marked `data-text`, and says in which language the page is. */
export function writeCaptions(locale: string): Captions {
  const captions = captionsFor(locale)
  document.documentElement.lang = isRussian(locale) ? 'ru' : 'en'
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = Object.entries(captions).find(([name]) => name === element.dataset.text)?.[1]
    if (text !== undefined) element.textContent = text
  }
  return captions
}
