import type { RawMessages } from './uk'

export const messages: RawMessages = {
  pageTitle: 'Зажечь свечу в храме',
  title: 'Зажечь свечу',
  subtitle: 'Напишите имена, и в храме зажгут свечу.',
  languages: 'Язык',
  testPayments: 'Тестовые платежи',

  forWhom: 'За кого свеча',
  forWhomExample: 'Марии, Петра',
  namesNote: 'имена не публикуем',
  purpose: 'О чём помолиться',
  purposeExample: 'или своими словами',
  readyWords: 'Готовые слова',
  email: 'Электронная почта',
  emailNote: 'необязательно',
  required: 'Обязательное поле',
  tooLong: count =>
    `Текст слишком длинный: уберите лишние знаки (${count}) или сделайте два заказа.`,
  invalidEmail: 'Неверный адрес почты',

  donation: 'Добавить пожертвование',
  donationHint: 'Свечу зажгут быстрее, вы получите её фото на почту и поддержите храм.',
  amount: 'Сумма, грн',
  cardNext: 'дальше — оплата картой',
  stillLoading: 'ещё загружается…',
  customAmount: 'Другая',
  preparingCardForm: 'Готовим форму оплаты…',
  cardForm: 'Оплата картой',
  cardFormReady: 'Поля для карты готовы.',
  cardCaptions: '',

  order: 'Заказать свечу',
  ordering: 'Отправляем…',
  processing: 'Обрабатываем…',

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свечу можно заказать и без пожертвования.',
  tryAgain: 'Попробовать ещё раз',
  trying: 'Пробуем…',
  orderWithoutDonation: 'Заказать без пожертвования',
  donateHere: 'Пожертвовать можно здесь',

  checkingTitle: 'Проверяем оплату',
  checkingHint:
    'Банк ещё не подтвердил платёж, мы проверяем каждые несколько секунд. Подождите, пожалуйста, и не платите второй раз. Страницу можно закрыть: если деньги спишутся, храм об этом узнает.',

  orderFailed: 'Не удалось отправить заказ. Попробуйте, пожалуйста, ещё раз.',
}
