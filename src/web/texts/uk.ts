import { formatUah } from './format-uah'
import type { Texts } from './texts'

export const texts: Texts = {
  pageTitle: 'Запалити свічку в храмі',
  title: 'Запалити свічку',
  subtitle: 'Напишіть, за кого молитися. Свічку поставлять у храмі від вашого імені.',
  languages: 'Мова',
  testPayments: 'Тестові платежі',

  forWhom: 'За кого свічка',
  forWhomExample: 'Марія, Петро з родиною',
  purpose: 'З яким проханням',
  purposeExample: "За здоров'я, за спокій душі",
  email: 'Електронна пошта',
  emailHint: "Необов'язково. Сюди надійде фотозвіт.",
  required: "Обов'язкове поле",
  invalidEmail: 'Неправильна адреса пошти',

  donation: 'Додати пожертву',
  donationHint:
    'З пожертвою свічку запалять швидше, ви отримаєте фото на пошту й підтримаєте наше служіння.',
  noDonation: 'Без пожертви',
  amount: 'Сума пожертви',
  amountUnit: 'грн',
  customAmount: 'Інша',
  customAmountLabel: 'Ваша сума, грн',
  belowMinimum: 'Мінімальна сума 100 грн',
  aboveMaximum: `Максимальна сума ${formatUah(100_000, 'uk')} грн`,
  notWhole: 'Вкажіть суму в цілих гривнях',
  customAmountHint: `Від 100 до ${formatUah(100_000, 'uk')} грн`,
  chooseAmount: "Оберіть суму, і тут з'явиться форма картки.",
  preparingCardForm: 'Готуємо форму оплати…',
  cardForm: 'Оплата карткою',
  cardLanguageNote: 'Поля картки показує платіжна служба англійською.',
  secureNote: 'Дані картки бачить лише платіжна служба.',

  order: 'Замовити свічку',
  ordering: 'Надсилаємо…',
  pay: uah => `Пожертвувати ${formatUah(uah, 'uk')} грн`,
  processing: 'Обробляємо...',
  namesMissing: 'Ви ще не написали, за кого свічка або з яким проханням.',
  stillOpen: uah =>
    `Ви вже почали платити ${formatUah(uah, 'uk')} грн, і банк ще не дав остаточної відповіді. Цей самий платіж можна завершити тут: двічі гроші не спишуться.`,

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свічку можна замовити й без пожертви.',
  tryAgain: 'Спробувати ще раз',
  trying: 'Пробуємо…',
  orderWithoutDonation: 'Замовити без пожертви',

  checkingTitle: 'Перевіряємо оплату',
  checkingHint: 'Банк ще не підтвердив платіж. Зачекайте, будь ласка, і не платіть вдруге.',
  unsentTitle: uah => `${formatUah(uah, 'uk')} грн сплачено, але замовлення ще не надіслано`,
  unsentHint: 'Платити вдруге не треба. Надішліть замовлення ще раз.',
  sendAgain: 'Надіслати ще раз',
  sending: 'Надсилаємо замовлення…',

  thanks: 'Дякуємо!',
  done: 'Готово!',
  donationThanks: uah =>
    `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, замовлення прийнято. Нехай Господь почує вашу молитву.`,
  orderSuccess: 'Ваше замовлення прийнято. Свічку запалять у храмі.',
  paymentSuccess: 'Оплату завершено',
  paymentReceived: uah => `Вашу пожертву ${formatUah(uah, 'uk')} грн отримано, дякуємо.`,
  willBeLit: 'Свічку запалять у храмі.',
  ok: 'Добре',
  close: 'Закрити',

  error: 'Помилка',
  paymentFailed: 'Оплата не пройшла',
  initFailed: 'Не вдалося розпочати оплату. Спробуйте, будь ласка, ще раз.',
  orderSubmitted: 'Замовлення надіслано',
  emailSent: 'Лист із підтвердженням надіслано',
  orderReceived: 'Ваше замовлення отримано',
  orderFailed: 'Не вдалося надіслати замовлення. Спробуйте, будь ласка, ще раз.',
  notifications: 'Сповіщення',

  cannotStart: 'Тут форма не може запрацювати.',
  openSeparately: 'Відкрити її в окремій вкладці',
}
