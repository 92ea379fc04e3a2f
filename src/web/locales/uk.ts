/** The texts of the form. Amounts arrive formatted, without the currency. */
export const messages = {
  pageTitle: 'Запалити свічку в храмі',
  title: 'Запалити свічку',
  subtitle: 'Напишіть імена, і в храмі запалять свічку.',
  languages: 'Мова',
  testPayments: 'Тестові платежі',

  forWhom: 'За кого свічка',
  forWhomExample: 'Марії, Петра',
  namesNote: 'імена не публікуємо',
  purpose: 'Про що помолитися',
  purposeExample: 'або своїми словами',
  readyWords: 'Готові слова',
  email: 'Електронна пошта',
  emailNote: 'необов’язково',
  required: "Обов'язкове поле",
  tooLong: (count: string) =>
    `Текст задовгий: приберіть зайві знаки (${count}) або зробіть два замовлення.`,
  invalidEmail: 'Неправильна адреса пошти',

  donation: 'Додати пожертву',
  donationHint: 'Свічку запалять швидше, ви отримаєте її фото на пошту й підтримаєте храм.',
  amount: 'Сума, грн',
  cardNext: 'далі – оплата карткою',
  stillLoading: 'ще завантажується…',
  customAmount: 'Інша',
  preparingCardForm: 'Готуємо форму оплати…',
  cardForm: 'Оплата карткою',
  cardFormReady: 'Поля для картки готові.',
  cardCaptions: 'Номер картки, термін дії, 3 цифри на звороті',

  order: 'Замовити свічку',
  ordering: 'Надсилаємо…',
  processing: 'Обробляємо…',

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свічку можна замовити й без пожертви.',
  tryAgain: 'Спробувати ще раз',
  trying: 'Пробуємо…',
  orderWithoutDonation: 'Замовити без пожертви',
  donateHere: 'Пожертвувати можна тут',

  checkingTitle: 'Перевіряємо оплату',
  checkingHint:
    'Банк ще не підтвердив платіж, ми перевіряємо щокілька секунд. Зачекайте, будь ласка, і не платіть удруге. Сторінку можна закрити: якщо гроші спишуться, храм про це дізнається.',

  orderFailed: 'Не вдалося надіслати замовлення. Спробуйте, будь ласка, ще раз.',
}

/** Every language must have these texts, so a missing one is a type error. */
export type RawMessages = typeof messages
