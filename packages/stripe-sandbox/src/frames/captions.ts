import { isRussian } from '../browser/card-messages'

/** The texts of the pages: English, and its Russian. */
const russian: Readonly<Record<string, string>> = {
  'Test payment': 'Тестовый платёж',
  'Card number': 'Номер карты',
  'Expiration date': 'Срок действия',
  'MM / YY': 'ММ / ГГ',
  'Security code': 'Код безопасности',
  Country: 'Страна',
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
    // The English original, for the next call.
    const text = element.dataset.text || element.textContent
    element.dataset.text = text
    const shown = (isRussian(locale) && russian[text]) || text
    if (element instanceof HTMLInputElement) element.placeholder = shown
    else element.textContent = shown
  }
}

/** The countries of the real form's list (ISO 3166), in the language of the page. */
const codes =
  'AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
  'BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ' +
  'ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID ' +
  'IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV ' +
  'LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU ' +
  'NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM ' +
  'SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC ' +
  'VE VG VN VU WF WS XK YE YT ZA ZM ZW'

export function listCountries(select: HTMLSelectElement, locale: string, chosen: string): void {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const options = codes
    .split(' ')
    .map(code => new Option(names.of(code), code))
    .sort((one, other) => one.text.localeCompare(other.text, locale))
  select.replaceChildren(...options)
  select.value = chosen
}
