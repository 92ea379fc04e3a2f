import { formatUah } from './format-uah'
import type { Messages } from './messages'

export const messages: Messages = {
  pageTitle: 'Зажечь свечу в храме',
  title: 'Зажечь свечу',
  subtitle: 'Напишите, за кого молиться. Свечу поставят в храме от вашего имени.',
  languages: 'Язык',
  testPayments: 'Тестовые платежи',

  forWhom: 'За кого свеча',
  forWhomExample: 'Мария, Пётр с семьёй',
  purpose: 'С какой просьбой',
  purposeExample: 'О здравии, об упокоении',
  email: 'Электронная почта',
  emailHint: 'Необязательно. Сюда придёт фотоотчёт.',
  required: 'Обязательное поле',
  invalidEmail: 'Неверный адрес почты',

  donation: 'Добавить пожертвование',
  donationHint:
    'С пожертвованием свечу зажгут быстрее, вы получите фото на почту и поддержите наше служение.',
  noDonation: 'Без пожертвования',
  amount: 'Сумма пожертвования',
  amountUnit: 'грн',
  customAmount: 'Другая',
  customAmountLabel: 'Ваша сумма, грн',
  belowMinimum: 'Минимальная сумма 100 грн',
  aboveMaximum: `Максимальная сумма ${formatUah(100_000, 'ru')} грн`,
  notWhole: 'Укажите сумму в целых гривнах',
  customAmountHint: `От 100 до ${formatUah(100_000, 'ru')} грн`,
  chooseAmount: 'Выберите сумму, и здесь появится форма карты.',
  preparingCardForm: 'Готовим форму оплаты…',
  cardForm: 'Оплата картой',
  cardLanguageNote: '',
  secureNote: 'Данные карты видит только платёжная служба.',

  order: 'Заказать свечу',
  ordering: 'Отправляем…',
  pay: uah => `Пожертвовать ${formatUah(uah, 'ru')} грн`,
  processing: 'Обрабатываем...',
  namesMissing: 'Вы ещё не написали, за кого свеча или с какой просьбой.',
  stillOpen: uah =>
    `Вы уже начали платить ${formatUah(uah, 'ru')} грн, и банк ещё не дал окончательного ответа. Этот же платёж можно завершить здесь: дважды деньги не спишутся.`,

  paymentUnavailable: 'Оплата недоступна',
  paymentUnavailableHint: 'Свечу можно заказать и без пожертвования.',
  tryAgain: 'Попробовать ещё раз',
  trying: 'Пробуем…',
  orderWithoutDonation: 'Заказать без пожертвования',

  checkingTitle: 'Проверяем оплату',
  checkingHint: 'Банк ещё не подтвердил платёж. Подождите, пожалуйста, и не платите второй раз.',
  unsentTitle: uah => `${formatUah(uah, 'ru')} грн оплачено, но заказ ещё не отправлен`,
  unsentHint: 'Платить второй раз не нужно. Отправьте заказ ещё раз.',
  sendAgain: 'Отправить ещё раз',
  sending: 'Отправляем заказ…',

  thanks: 'Спасибо!',
  done: 'Готово!',
  donationThanks: uah =>
    `Ваше пожертвование ${formatUah(uah, 'ru')} грн получено, заказ принят. Пусть Господь услышит вашу молитву.`,
  orderSuccess: 'Ваш заказ принят. Свечу зажгут в храме.',
  paymentSuccess: 'Оплата завершена',
  paymentReceived: uah => `Ваше пожертвование ${formatUah(uah, 'ru')} грн получено, спасибо.`,
  willBeLit: 'Свечу зажгут в храме.',
  ok: 'Хорошо',
  close: 'Закрыть',

  error: 'Ошибка',
  paymentFailed: 'Оплата не прошла',
  initFailed: 'Не удалось начать оплату. Попробуйте, пожалуйста, ещё раз.',
  paymentTooOften:
    'Из вашей сети слишком много попыток оплаты. Попробуйте, пожалуйста, позже или закажите свечу без пожертвования.',
  orderSubmitted: 'Заказ отправлен',
  emailSent: 'Письмо с подтверждением отправлено',
  orderReceived: 'Ваш заказ получен',
  orderFailed: 'Не удалось отправить заказ. Попробуйте, пожалуйста, ещё раз.',
  orderTooOften:
    'Из вашей сети слишком много заказов. Подождите, пожалуйста, немного и попробуйте ещё раз.',
  notifications: 'Уведомления',

  cannotStart: 'Здесь форма не может заработать.',
  openSeparately: 'Открыть её в отдельной вкладке',
}
