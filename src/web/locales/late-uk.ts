import { formatUah } from './format-uah'

/** Texts of results and notices, loaded with the late code. */
export const messages = {
  stillOpen: (uah: number) =>
    `Ви вже почали платити ${formatUah(uah, 'uk')} грн, і банк ще не дав остаточної відповіді. Цей самий платіж можна завершити тут: двічі гроші не спишуться.`,
  pay: (uah: number) => `Пожертвувати ${formatUah(uah, 'uk')} грн`,
  close: 'Закрити',
  error: 'Помилка',
  unsentTitle: (uah: number) =>
    `${formatUah(uah, 'uk')} грн сплачено, але замовлення ще не надіслано`,
  unsentHint: 'Платити вдруге не треба. Надішліть замовлення ще раз.',
  sendAgain: 'Надіслати ще раз',
  thanks: 'Дякуємо!',
  done: 'Замовлення прийнято',
  donationThanks: (uah: number) => `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано.`,
  donationNameless: (uah: number) =>
    `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, дякуємо. За кого запалити свічку, ви не написали: замовте її тут, уже без пожертви.`,
  donationPurposeless: (uah: number) =>
    `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, дякуємо. З яким проханням запалити свічку, ви не написали: замовте її тут, уже без пожертви.`,
  candleLit: 'Свічку запалять у храмі.',
  photoTo: 'Фото надішлемо на',
  blessing: 'Нехай Господь почує вашу молитву.',
  paymentSuccess: 'Оплату завершено',
  paymentReceived: (uah: number) => `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, дякуємо.`,
  paymentNameless: (uah: number) =>
    `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, дякуємо. Але за кого запалити свічку, до нас не дійшло: замовте її, будь ласка, ще раз, уже без пожертви.`,
  ok: 'Добре',
  paymentFailed: 'Оплата не пройшла',
  notCharged: 'Гроші не списано.',
  outcomeUnknown:
    'Не вдалося дізнатися, чи пройшла ваша попередня пожертва. Перш ніж платити ще раз, перевірте, будь ласка, у своєму банку.',
  initFailed: 'Не вдалося розпочати оплату. Спробуйте, будь ласка, ще раз.',
  paymentTooOften:
    'З вашої мережі забагато спроб оплати. Спробуйте, будь ласка, пізніше або замовте свічку без пожертви.',
  chargedOnce: 'Двічі гроші не спишуться.',
  orderSubmitted: 'Замовлення надіслано',
  emailSent: 'Лист із підтвердженням надіслано',
  orderReceived: 'Ваше замовлення отримано',
  notifications: 'Сповіщення',
  goBack: 'Поверніться на попередню сторінку: написане там зберігається.',
  toTheForm: 'До форми',
  anotherCandle: 'Замовити ще одну свічку',
  stillLoading: 'Сторінка ще завантажується. Замовити свічку без пожертви можна вже зараз.',
  cannotStart: 'У цьому вікні форма не працює.',
  openSeparately: 'Відкрити її в окремій вкладці',
}

export type LateMessages = typeof messages
