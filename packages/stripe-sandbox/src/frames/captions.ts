import { isRussian } from '../browser/card-messages'

/** What stands in the pages, in English, and its Russian. */
const russian: Readonly<Record<string, string>> = {
  'Test payment': 'Тестовый платёж',
  'Card number': 'Номер карты',
  'Expiration date': 'Срок действия',
  'MM / YY': 'ММ / ГГ',
  'Security code': 'Код безопасности',
  Country: 'Страна',
  'Confirm your payment': 'Подтвердите платёж',
  'This is a test bank. No real money moves. Choose what your bank answers.':
    'Это тестовый банк, настоящие деньги не списываются. Выберите, что ответит банк.',
  Confirm: 'Подтвердить',
  Decline: 'Отклонить',
  Close: 'Закрыть',
  'The test bank does not answer. Please try again.':
    'Тестовый банк не отвечает. Попробуйте ещё раз.',
}

const written = new Map<Element, Record<string, string>>()

/** Puts every element marked `data-text` into the language, and says which it is. */
export function translatePage(locale: string): void {
  document.documentElement.lang = isRussian(locale) ? 'ru' : 'en'
  const translate = (text: string) => (isRussian(locale) ? (russian[text] ?? text) : text)
  for (const element of document.querySelectorAll('[data-text]')) {
    const { text, ...attributes } = written.get(element) ?? readTexts(element)
    if (text) element.textContent = translate(text)
    for (const [name, value] of Object.entries(attributes))
      element.setAttribute(name, translate(value))
  }
}

/** As the page was written: the text, and the attributes that are read or shown. */
function readTexts(element: Element): Record<string, string> {
  const names = ['aria-label', 'placeholder'].filter(name => element.hasAttribute(name))
  const texts = {
    text: element.textContent.trim(),
    ...Object.fromEntries(names.map(name => [name, element.getAttribute(name) ?? ''])),
  }
  written.set(element, texts)
  return texts
}
