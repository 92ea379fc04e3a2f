import { createPlural } from '../plural'
import type { TemplePageTexts } from './uk'

const plural = createPlural('ru')

const candles = (count: number) =>
  plural(count, { one: 'свеча', few: 'свечи', many: 'свечей', other: 'свечи' })
const orders = (count: number) =>
  plural(count, { one: 'заказ', few: 'заказа', many: 'заказов', other: 'заказа' })
const people = (count: number) =>
  plural(count, { one: 'человек', few: 'человека', many: 'человек', other: 'человека' })
const toPeople = (count: number) => plural(count, { one: 'человеку', other: 'людям' })
const get = (count: number) => plural(count, { one: 'получит', other: 'получат' }, 'form')
const leftNoAddress = (count: number) =>
  `${people(count)} не ${plural(count, { one: 'оставил', other: 'оставили' }, 'form')} почты`
const startOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const texts: TemplePageTexts = {
  currency: 'грн',
  language: 'Язык',
  heading: (day, isList) => `${isList ? 'Свечи' : 'Свеча'}, ${day}`,
  count: orders,
  paid: count => `${count} с пожертвованием`,
  waiting: count => `ещё не зажжено: ${count}`,
  noneWaiting: 'все зажжены',
  code: code => `Код заказа ${code}`,
  moment: (clock, day) => `${day ? `${day} ` : ''}в\u00a0${clock}`,
  headings: { health: 'О здравии', repose: 'Об упокоении', other: 'Другие просьбы' },
  donation: 'Пожертвование',
  noName: 'Не указано, за кого',
  lead: 'Снимите отметку со свечей, которые ещё не горят.',
  leadLit: 'Чтобы добавить фото или снять «зажжено», отметьте свечу.',
  tickAll: 'Отметить все',
  untickAll: 'Снять все',

  askForNames: code => `имена: спросите администратора, код ${code}`,
  marks: {
    claimed: 'оплата не подтверждена',
    needsDetails: 'нужно уточнить',
    possibleDouble: 'возможен повтор',
    shortened: 'текст сокращён',
  },
  states: {
    lit: time => `Зажжена ${time}`,
    reportAt: time => `письмо ${time}`,
    reported: 'письмо отправлено',
    noAddress: 'почты нет',
    photos: count => `фото:\u00a0${count}`,
    dismissed: 'Заказ отменён',
    refunded: 'Пожертвование возвращено. Зажечь свечу можно и без него.',
  },
  closed: 'Все эти свечи давно зажжены, поэтому страница их только показывает.',

  photo: 'Добавить фото',
  album: 'Галерея',
  camera: 'Камера',
  chosenPhotos: 'Выбранные фото',
  removePhoto: name => `Убрать фото ${name}`,
  pictureLimits: (photos, megabytes) => `Фото: до ${photos}, каждое до ${megabytes} МБ.`,
  pictureLimit: limit => `Не больше ${limit} фото за раз.`,
  pictureTooLarge: (name, megabytes) => `${name}: больше ${megabytes} МБ.`,

  lit: count => `Зажжено: ${candles(count)}`,
  litTicked: 'Отмеченные зажжены',
  litOne: 'Свеча зажжена',
  addPhoto: count => `Отправить фото: ${candles(count)}`,
  sendPhoto: 'Отправить фото',
  addPhotoFirst: 'Сначала добавьте фото',
  nothingTicked: 'Ничего не отмечено',
  unlit: count => `Снять «зажжено»: ${candles(count)}`,
  unlitTicked: 'Снять «зажжено» с отмеченных',
  unlitOne: 'Снять «зажжено»',
  correctionFollows: 'Кто уже получил письмо, получит исправление.',
  corrections: count =>
    count === 0
      ? 'Если снять «зажжено», никто ничего не заметит.'
      : `Если снять «зажжено», исправление ${get(count)} ${people(count)}.`,

  readers: 'Письмо получат те, кто оставил почту: с фото, если вы его добавите.',
  willGet: (withAddress, without, hasPictures) => {
    const what = hasPictures ? 'Фото' : 'Письмо без фото'
    if (withAddress === 0)
      return without === 1
        ? 'Почты нет: письма не будет.'
        : 'Никто не оставил почты: писем не будет.'
    const rest = without > 0 ? `; ${leftNoAddress(without)}` : ''
    return `${what} ${get(withAddress)} ${people(withAddress)}${rest}.`
  },

  result: {
    lit: count => `Зажжено: ${candles(count)}`,
    photoAdded: count => `Добавлено фото: ${candles(count)}`,
    emails: (time, readers, photos) =>
      `${startOf(time)} письмо ${photos > 0 ? 'с фото' : 'без фото'} ${get(readers)} ${people(readers)}.`,
    noEmails: 'Писем не будет: никто не оставил почты.',
    withoutAddress: count => `${startOf(leftNoAddress(count))}.`,
    undone: count => `Больше не отмечено: ${candles(count)}`,
    notWritten: 'Об этом ещё никому не писали.',
    corrected: count =>
      `Исправление придёт ${toPeople(count)}: письмо о свече уже было отправлено.`,
    nothingChanged: 'Ничего не изменено',
    nothingChosen: 'Отметьте хотя бы одну свечу, к которой это относится.',
    rejected: 'Ничего не изменено: фото не подошло',
    rejectedHint: 'Отметки остались. Уберите это фото или выберите другое.',
    choosePhotosAgain: 'Остальные фото тоже нужно выбрать ещё раз.',
  },
  problems: {
    'not-a-picture': 'это не фото',
    'too-large': 'больше 20 МБ',
    'too-many-pixels': 'слишком много пикселей: уменьшите разрешение камеры',
    broken: 'файл повреждён',
    'took-too-long': 'не удалось обработать вовремя',
  },
  failures: {
    busy: 'Прямо сейчас отправляют другие фото. Подождите минуту и нажмите ещё раз.',
    'too-many-pictures': 'За раз можно отправить не больше пяти фото.',
    incomplete: 'Связь прервалась, и фото дошло не полностью. Нажмите, пожалуйста, ещё раз.',
    unavailable: 'Сервер сейчас не может это сохранить. Попробуйте через минуту.',
  },

  undo: {
    heading: count => `Только что отмечено: ${candles(count)}`,
    button: 'Ошиблись? Снять отметку',
    until: (time, readers) =>
      readers > 0
        ? `До ${time} никто ничего не заметит, позже исправление ${get(readers)} ${people(readers)}.`
        : 'Никто ничего не заметит.',
  },

  sending: 'Отправляем…',
  sendingPercent: percent => `Отправляем… ${percent}\u00a0%`,
  preparing: 'Готовим фото…',
  checking: 'Проверяем, дошло ли…',
  notSent: 'Не удалось отправить: проверьте связь. Отметки и фото остались на этой странице.',
  sendAgain: 'Отправить ещё раз',
  changedMeanwhile: 'Тем временем список изменился. Проверьте его и нажмите ещё раз.',

  linkNotFound: {
    title: 'Ссылка не действует',
    body: 'Она неполная или устарела. Откройте самое новое письмо об этих свечах и нажмите кнопку в нём.',
  },
}
