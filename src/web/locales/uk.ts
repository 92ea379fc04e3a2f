/** The texts of the form. Amounts arrive formatted, without the currency. */
export const messages = {
  pageTitle: 'Запалити свічку в храмі',
  title: 'Запалити свічку',
  subtitle: 'Напишіть, за кого помолитися, і в храмі запалять свічку.',
  languages: 'Мова',
  testPayments: 'Тестові платежі',

  forWhom: 'За кого свічка',
  forWhomExample: 'Марія, Петро',
  namesNote: 'імена через кому',
  purpose: 'Про що молитва',
  purposeExample: 'або своїми словами',
  forHealth: 'За здоров’я',
  forRepose: 'За упокій',
  email: 'Електронна пошта',
  emailHint: 'Необов’язково. Надішлемо фото свічки.',
  required: "Обов'язкове поле",
  invalidEmail: 'Неправильна адреса пошти',

  donation: 'Додати пожертву',
  donationHint: 'Свічка швидше потрапить до храму, ви отримаєте її фото й підтримаєте служіння.',
  amount: 'Сума пожертви',
  amountUnit: 'грн',
  customAmount: 'Інша',
  chooseAmount: 'Оберіть суму, і тут відкриється оплата карткою.',
  enterAmount: 'Впишіть суму й натисніть «Далі».',
  preparingCardForm: 'Готуємо форму оплати…',
  cardForm: 'Оплата карткою',
  cardFormReady: 'Поля для картки готові.',
  cardCaptions:
    'Підписи англійською: Card number – номер картки, Expiration date – термін дії, Security code – 3 цифри на звороті.',
  secureNote: 'Дані картки бачить лише платіжна система.',

  order: 'Замовити свічку',
  ordering: 'Надсилаємо…',
  processing: 'Обробляємо...',
  namesMissing: 'Ви ще не написали, за кого свічка або з яким проханням.',
  fillIn: 'Написати',

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свічку можна замовити й без пожертви.',
  tryAgain: 'Спробувати ще раз',
  trying: 'Пробуємо…',
  orderWithoutDonation: 'Замовити без пожертви',

  checkingTitle: 'Перевіряємо оплату',
  checkingHint: 'Банк ще не підтвердив платіж. Зачекайте, будь ласка, і не платіть удруге.',
  sending: 'Надсилаємо замовлення…',

  orderFailed: 'Не вдалося надіслати замовлення. Спробуйте, будь ласка, ще раз.',
}

/** The same in any language: a missing one is a type error. */
export type RawMessages = typeof messages
