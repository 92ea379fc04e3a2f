import { isRussian } from '../browser/card-messages'

const russian: Readonly<Record<string, string>> = {
  'Test payment': 'Тестовый платёж',
  'Card number': 'Номер карты',
  'Expiration date': 'Срок действия',
  'MM / YY': 'ММ / ГГ',
  'Security code': 'Код безопасности',
  Card: 'Карта',
  'Another step will appear to pay.': 'Оплата продолжится на следующем шаге.',
  'Confirm your payment': 'Подтвердите платёж',
  'This is a test bank. No real money moves. Choose what your bank answers.':
    'Это тестовый банк, настоящие деньги не списываются. Выберите, что ответит банк.',
  Confirm: 'Подтвердить',
  'Confirm, and lose the answer': 'Подтвердить и потерять ответ',
  Decline: 'Отклонить',
  Close: 'Закрыть',
  'The test bank does not answer. Please try again.':
    'Тестовый банк не отвечает. Попробуйте ещё раз.',
}

/** Translates every element marked `data-text`, and sets the page's language. */
export function translatePage(locale: string): void {
  document.documentElement.lang = isRussian(locale) ? 'ru' : 'en'
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    // The attribute keeps the English original for the next call.
    const text = element.dataset.text || element.textContent
    element.dataset.text = text
    const shown = (isRussian(locale) && russian[text]) || text
    if (element instanceof HTMLInputElement) element.placeholder = shown
    else element.textContent = shown
  }
}
