/** The texts of the form. Amounts arrive formatted, without the currency. */
export const messages = {
  pageTitle: 'Запалити свічку в храмі',
  title: 'Запалити свічку',
  subtitle: 'Напишіть, за кого помолитися, і в храмі запалять свічку.',
  languages: 'Мова',
  testPayments: 'Тестові платежі',

  forWhom: 'За кого свічка',
  forWhomExample: 'Марії, Петра',
  namesNote: 'імена через кому',
  purpose: 'Про що помолитися',
  purposeExample: 'або своїми словами',
  readyWords: 'Готові слова',
  namesKept: 'Імена ніде не публікуємо.',
  email: 'Електронна пошта',
  emailHint: 'Необов’язково, але без неї ми не надішлемо фото.',
  required: "Обов'язкове поле",
  tooLong: (count: string) =>
    `Текст задовгий: приберіть зайві знаки (${count}) або зробіть два замовлення.`,
  invalidEmail: 'Неправильна адреса пошти',

  donation: 'Додати пожертву',
  donationHint: 'З пожертвою свічку запалять швидше, ви отримаєте її фото й підтримаєте\u00a0храм.',
  amount: 'Сума пожертви',
  amountUnit: 'грн',
  customAmount: 'Інша',
  chooseAmount: 'Оберіть суму, і тут відкриється оплата карткою.',
  preparingCardForm: 'Готуємо форму оплати…',
  cardForm: 'Оплата карткою',
  cardFormReady: 'Поля для картки готові.',
  cardCaptions:
    'Card number\u00a0– номер, Expiration date\u00a0– термін дії, Security code\u00a0– 3 цифри на звороті.',

  order: 'Замовити свічку',
  ordering: 'Надсилаємо…',
  processing: 'Обробляємо…',

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свічку можна замовити й без пожертви.',
  tryAgain: 'Спробувати ще раз',
  trying: 'Пробуємо…',
  orderWithoutDonation: 'Замовити без пожертви',

  checkingTitle: 'Перевіряємо оплату',
  checkingHint:
    'Банк ще не підтвердив платіж. Зачекайте, будь ласка, і не платіть удруге. Сторінку можна закрити: якщо гроші спишуться, храм про це дізнається.',

  orderFailed: 'Не вдалося надіслати замовлення. Спробуйте, будь ласка, ще раз.',
}

/** The same in any language: a missing one is a type error. */
export type RawMessages = typeof messages
