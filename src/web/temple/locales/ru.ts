import { createPlural } from '../../../shared/plural'
import type { TemplePageTexts } from './uk'

const plural = createPlural('ru')

const candles = (count: number) =>
  plural(count, { one: 'свеча', few: 'свечи', many: 'свечей', other: 'свечи' })
const people = (count: number) =>
  plural(count, { one: 'человек', few: 'человека', many: 'человек', other: 'человека' })
const toPeople = (count: number) => plural(count, { one: 'человеку', other: 'людям' })
const get = (count: number) => plural(count, { one: 'получит', other: 'получат' }, 'form')
const startOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const noEmails = 'Писем не будет: их получают только те, кто пожертвовал и оставил почту.'

export const texts: TemplePageTexts = {
  currency: 'грн',
  language: 'Язык',
  heading: day => `Свечи, ${day}`,
  moment: (clock, day) => `${day ? `${day} ` : ''}в\u00a0${clock}`,
  sections: 'Разделы списка',
  headings: {
    donation: 'С пожертвованием',
    health: 'О здравии',
    repose: 'Об упокоении',
    other: 'Другие просьбы',
    crowd: 'Много из одной сети, может быть, одно село',
  },
  shortHeadings: {
    donation: '★ Дар',
    health: 'О здравии',
    repose: 'Об упокоении',
    other: 'Другие',
    crowd: 'Одна сеть',
  },
  donation: 'Пожертвование',
  noName: 'Не указано, за кого',
  empty: {
    heading: 'Всё зажжено',
    body: 'Новые заказы появятся здесь. О них придёт письмо.',
  },
  next: 'Дальше по списку',
  toStart: 'К началу списка',
  leave: 'Галочки и выбранные фото не сохранятся. Перейти?',
  print: 'Напечатать лист',

  askForNames: code => `имена: спросите администратора, код ${code}`,
  marks: {
    claimed: 'оплата не подтверждена',
    needsDetails: 'нужно уточнить',
    possibleDouble: 'возможен повтор',
    shortened: 'текст сокращён',
  },
  states: {
    lit: time => `Зажжено ${time}`,
    reportAt: time => `письмо ${time}`,
    reported: 'письмо отправлено',
    noAddress: 'почты нет',
    photos: count => `фото:\u00a0${count}`,
    dismissed: 'Заказ отменён',
    refunded: 'Пожертвование возвращено. Зажечь свечу можно и без него.',
  },
  litLately: 'Зажжено за последнюю неделю',
  leadLit: 'Чтобы добавить фото к зажжённой свече, поставьте возле неё галочку.',
  earlierLit: 'Зажжённые раньше',

  photo: 'Добавить фото',
  album: 'Галерея',
  camera: 'Камера',
  chosenPhotos: 'Выбранные фото',
  removePhoto: name => `Убрать фото ${name}`,
  pictureLimits: (photos, megabytes) => `Фото: до ${photos}, каждое до ${megabytes} МБ.`,
  pictureLimit: limit => `Не больше ${limit} фото за раз.`,
  pictureTooLarge: (name, megabytes) => `${name}: больше ${megabytes} МБ.`,
  pictureUnreadable: name => `${name}: телефон не отдаёт это фото. Выберите его ещё раз.`,

  all: count => `Все ${count}`,
  none: 'Снять галочки',
  tickAll: count => (count === 1 ? 'Отметить свечу' : `Отметить все ${count}`),
  lit: count => `Да, зажжено: ${candles(count)}`,
  litTicked: 'Да, зажжены все с галочкой',
  addPhoto: count => `Отправить фото: ${candles(count)}`,
  sendPhoto: 'Отправить фото',
  addPhotoFirst: 'Сначала добавьте фото',
  unlit: count => `Снять «зажжено»: ${candles(count)}`,
  unlitTicked: 'Снять «зажжено» со всех с галочкой',
  unlitOne: 'Снять «зажжено»',
  corrections: count =>
    count === 0
      ? 'Если снять «зажжено», писем об этом не будет.'
      : `Если снять «зажжено», исправление ${get(count)} ${people(count)}.`,

  readers: 'Коснитесь свечей, которые горят. Письмо получат те, кто пожертвовал: им обещано фото.',
  willGet: (readers, hasPictures) => {
    if (readers === 0) return noEmails
    const who = `${get(readers)} ${people(readers)}`
    return hasPictures ? `Фото ${who}.` : `Письмо без фото ${who}, хотя фото обещано.`
  },

  result: {
    lit: count => `Зажжено: ${candles(count)}`,
    photoAdded: count => `Добавлено фото: ${candles(count)}`,
    emails: (time, readers, photos) =>
      `${startOf(time)} письмо ${photos > 0 ? 'с фото' : 'без фото'} ${get(readers)} ${people(readers)}.`,
    noEmails,
    earlierHeading: 'Уже зажжено раньше',
    earlier: count => `Кто-то другой уже зажёг до вас: ${candles(count)}.`,
    more: count => `и ещё ${count}`,
    photoNotUsed: 'Ваше фото для них не использовано: людям пойдёт то, что отправили раньше.',
    undone: count => `Снова не зажжено: ${candles(count)}`,
    notWritten: 'Об этом ещё никому не писали.',
    corrected: count =>
      `Исправление придёт ${toPeople(count)}: письмо о свече уже было отправлено.`,
    uncorrected: codes =>
      `Второго исправления не будет: ${codes}. Этим людям нужно написать самим, их почту знает администратор формы.`,
    nothingChanged: 'Ничего не изменено',
    nothingChosen: 'Поставьте галочку хотя бы у одной свечи, которой это касается.',
    rejected: 'Ничего не изменено: фото не подошло',
    rejectedHint: 'Галочки остались. Уберите это фото или выберите другое.',
    choosePhotosAgain: 'Другие фото тоже нужно выбрать ещё раз.',
  },
  problems: {
    'not-a-picture': 'это не фото',
    'not-supported': 'такой файл не подойдёт. Фото бывают JPEG, HEIC, PNG или WebP',
    'too-large': 'больше 20 МБ',
    'too-many-pixels': 'слишком много пикселей: уменьшите разрешение камеры',
    broken: 'файл повреждён',
    'took-too-long': 'не удалось обработать вовремя',
  },
  failures: {
    busy: 'Прямо сейчас отправляют другие фото. Подождите минуту и нажмите ещё раз.',
    'too-many-pictures': 'За раз можно отправить не больше пяти фото.',
    incomplete: 'Связь прервалась, и фото дошло не полностью. Нажмите, пожалуйста, ещё раз.',
    unavailable: 'Сервер сейчас не может этого сохранить. Попробуйте через минуту.',
    'too-many-submissions':
      'За сутки на этой странице нажали тысячу раз, больше нельзя. Остальные отметьте завтра или попросите администратора формы.',
  },

  undo: {
    heading: count => `Только что зажжено: ${candles(count)}. Ошиблись?`,
    button: 'Отменить',
    until: (time, readers) =>
      readers > 0
        ? `До ${time} писем не будет; позже исправление ${get(readers)} ${people(readers)}.`
        : 'Писем об этом не будет.',
  },

  sending: 'Отправляем…',
  sendingPercent: percent => `Отправляем… ${percent}\u00a0%`,
  preparing: 'Готовим фото…',
  notSent: 'Не удалось отправить: проверьте связь. Галочки и фото остались на этой странице.',
  sendAgain: 'Отправить ещё раз',

  linkNotFound: {
    title: 'Ссылка не действует',
    body: 'Она неполная или устарела. Откройте самое новое письмо о свечах и нажмите кнопку в нём.',
  },
  endedLink: {
    title: 'Ссылка больше не действует',
    body: 'Она открывала страницу две недели. Новая ссылка придёт на почту храма.',
    button: 'Отправить храму новую ссылку',
    sent: 'Новая ссылка отправлена на почту храма. За час мы отправляем только одну.',
  },
}
