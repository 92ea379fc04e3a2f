import type { RawMessages } from './uk'

export const messages: RawMessages = {
  pageTitle: 'Зажечь свечу в храме',
  title: 'Зажечь свечу',
  subtitle: 'Напишите, за кого помолиться, и в храме зажгут свечу.',
  languages: 'Язык',
  testPayments: 'Тестовые платежи',

  forWhom: 'За кого свеча',
  forWhomExample: 'Мария, Пётр',
  namesNote: 'имена через запятую',
  purpose: 'О чём молитва',
  purposeExample: 'или своими словами',
  forHealth: 'О здравии',
  forRepose: 'Об упокоении',
  email: 'Электронная почта',
  emailHint: 'Необязательно. Пришлём фото свечи.',
  required: 'Обязательное поле',
  invalidEmail: 'Неверный адрес почты',

  donation: 'Добавить пожертвование',
  donationHint: 'Свеча быстрее попадёт в храм, вы получите её фото и поддержите служение.',
  amount: 'Сумма пожертвования',
  amountUnit: 'грн',
  customAmount: 'Другая',
  chooseAmount: 'Выберите сумму, и здесь откроется оплата картой.',
  enterAmount: 'Впишите сумму и нажмите «Далее».',
  preparingCardForm: 'Готовим форму оплаты…',
  cardForm: 'Оплата картой',
  cardFormReady: 'Поля для карты готовы.',
  cardCaptions: '',
  secureNote: 'Данные карты видит только платёжная система.',

  order: 'Заказать свечу',
  ordering: 'Отправляем…',
  processing: 'Обрабатываем...',
  namesMissing: 'Вы ещё не написали, за кого свеча или с какой просьбой.',
  fillIn: 'Написать',

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свечу можно заказать и без пожертвования.',
  tryAgain: 'Попробовать ещё раз',
  trying: 'Пробуем…',
  orderWithoutDonation: 'Заказать без пожертвования',

  checkingTitle: 'Проверяем оплату',
  checkingHint: 'Банк ещё не подтвердил платёж. Подождите, пожалуйста, и не платите второй раз.',
  sending: 'Отправляем заказ…',

  orderFailed: 'Не удалось отправить заказ. Попробуйте, пожалуйста, ещё раз.',
}
