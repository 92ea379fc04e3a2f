import { formatUah } from './format-uah'

/** Every sentence of the page. Amounts are whole UAH. */
export const messages = {
  pageTitle: 'Запалити свічку в храмі',
  title: 'Запалити свічку',
  subtitle: 'Напишіть, за кого помолитися. Свічку поставлять у храмі від вашого імені.',
  languages: 'Мова',
  testPayments: 'Тестові платежі',

  forWhom: 'За кого свічка',
  forWhomExample: 'Наприклад, Марія та Петро',
  namesNote: 'через кому',
  purpose: 'З яким проханням',
  purposeExample: 'За здоров’я або за упокій',
  forHealth: 'За здоров’я',
  forRepose: 'За упокій',
  email: 'Електронна пошта',
  emailHint: 'Необов’язково. Сюди надійде фото вашої свічки.',
  required: "Обов'язкове поле",
  invalidEmail: 'Неправильна адреса пошти',

  donation: 'Додати пожертву',
  donationHint:
    'Пожертва допомагає швидше доставити свічку до храму. Ви отримаєте її фото на пошту й підтримаєте наше служіння.',
  noDonation: 'Без пожертви',
  amount: 'Сума пожертви',
  amountUnit: 'грн',
  customAmount: 'Інша',
  customAmountLabel: 'Ваша сума, грн',
  belowMinimum: 'Мінімальна сума 100 грн',
  aboveMaximum: 'Максимальна сума 100\u00a0000 грн',
  notWhole: 'Укажіть суму в цілих гривнях',
  customAmountHint: 'Від 100 до 100\u00a0000 грн',
  chooseAmount: 'Оберіть суму, і тут з’являться поля для картки.',
  next: 'Далі',
  nextAmount: (uah: number) => `Натисніть «Далі», щоб пожертвувати ${formatUah(uah, 'uk')} грн.`,
  enterAmount: 'Впишіть суму й натисніть «Далі».',
  preparingCardForm: 'Готуємо форму оплати…',
  cardForm: 'Оплата карткою',
  cardFormReady: 'Поля для картки готові.',
  cardLanguageNote: 'Поля картки показує платіжна система англійською.',
  secureNote: 'Дані картки бачить лише платіжна система.',

  order: 'Замовити свічку',
  ordering: 'Надсилаємо…',
  pay: (uah: number) => `Пожертвувати ${formatUah(uah, 'uk')} грн`,
  processing: 'Обробляємо...',
  namesMissing: 'Ви ще не написали, за кого свічка або з яким проханням.',
  stillOpen: (uah: number) =>
    `Ви вже почали платити ${formatUah(uah, 'uk')} грн, і банк ще не дав остаточної відповіді. Цей самий платіж можна завершити тут: двічі гроші не спишуться.`,

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свічку можна замовити й без пожертви.',
  tryAgain: 'Спробувати ще раз',
  trying: 'Пробуємо…',
  orderWithoutDonation: 'Замовити без пожертви',

  checkingTitle: 'Перевіряємо оплату',
  checkingHint: 'Банк ще не підтвердив платіж. Зачекайте, будь ласка, і не платіть удруге.',
  unsentTitle: (uah: number) =>
    `${formatUah(uah, 'uk')} грн сплачено, але замовлення ще не надіслано`,
  unsentHint: 'Платити вдруге не треба. Надішліть замовлення ще раз.',
  sendAgain: 'Надіслати ще раз',
  sending: 'Надсилаємо замовлення…',

  thanks: 'Дякуємо!',
  done: 'Замовлення прийнято',
  donationThanks: (uah: number) =>
    `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, замовлення прийнято. Свічку запалять у храмі. Нехай Господь почує вашу молитву.`,
  orderSuccess: 'Свічку запалять у храмі. Нехай Господь почує вашу молитву.',
  paymentSuccess: 'Оплату завершено',
  paymentReceived: (uah: number) =>
    `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, дякуємо. Свічку запалять у храмі.`,
  paymentNameless: (uah: number) =>
    `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, дякуємо. Але за кого запалити свічку, до нас не дійшло: замовте її, будь ласка, ще раз, уже без пожертви.`,
  ok: 'Добре',
  close: 'Закрити',

  error: 'Помилка',
  paymentFailed: 'Оплата не пройшла',
  notCharged: 'Гроші не списано.',
  chargedOnce: 'Двічі гроші не спишуться.',
  initFailed: 'Не вдалося розпочати оплату. Спробуйте, будь ласка, ще раз.',
  paymentTooOften:
    'З вашої мережі забагато спроб оплати. Спробуйте, будь ласка, пізніше або замовте свічку без пожертви.',
  orderSubmitted: 'Замовлення надіслано',
  emailSent: 'Лист із підтвердженням надіслано',
  orderReceived: 'Ваше замовлення отримано',
  orderFailed: 'Не вдалося надіслати замовлення. Спробуйте, будь ласка, ще раз.',
  orderTooOften:
    'З вашої мережі забагато замовлень. Зачекайте, будь ласка, трохи й спробуйте ще раз.',
  notifications: 'Сповіщення',

  goBack: 'Поверніться на попередню сторінку: написане там зберігається.',
  toTheForm: 'До форми',
  anotherCandle: 'Замовити ще одну свічку',
  stillLoading: 'Сторінка ще завантажується. Замовити свічку без пожертви можна вже зараз.',
  cannotStart: 'У цьому вікні форма не працює.',
  openSeparately: 'Відкрити її в окремій вкладці',
}

/** The same in any language: a missing one is a type error. */
export type Messages = typeof messages
