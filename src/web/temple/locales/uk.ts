import { createPlural } from '../../../shared/plural'

const plural = createPlural('uk')

const candles = (count: number) =>
  plural(count, { one: 'свічка', few: 'свічки', many: 'свічок', other: 'свічки' })
const people = (count: number) =>
  plural(count, { one: 'людина', few: 'людини', many: 'людей', other: 'людини' })
const toPeople = (count: number) => plural(count, { one: 'людині', other: 'людям' })
const get = (count: number) => plural(count, { one: 'отримає', other: 'отримають' }, 'form')
/** «Об 11:20», але «о 12:00». */
const at = (time: string) => `${time.includes('11:') ? 'об' : 'о'}\u00a0${time}`
const startOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const noEmails = 'Листів не буде: їх отримують лише ті, хто пожертвував і залишив пошту.'

/** The texts of the temple's page. Times and names of days arrive formatted. */
export const texts = {
  currency: 'грн',
  language: 'Мова',
  heading: (day: string) => `Свічки, ${day}`,
  /** «О 08:05», «20 листопада о 08:05». */
  moment: (clock: string, day?: string) => (day ? `${day} ${at(clock)}` : at(clock)),
  sections: 'Розділи списку',
  headings: {
    donation: 'З пожертвою',
    health: 'За здоров’я',
    repose: 'За упокій',
    other: 'Інші прохання',
    crowd: 'Багато з однієї мережі, може, одне село',
  },
  shortHeadings: {
    donation: '★ Пожертва',
    health: 'За здоров’я',
    repose: 'За упокій',
    other: 'Інші',
    crowd: 'Одна мережа',
  },
  donation: 'Пожертва',
  noName: 'Не вказано, за кого',
  empty: {
    heading: 'Усе запалено',
    body: 'Нові замовлення з’являться тут. Про них надійде лист.',
  },
  next: 'Далі за списком',
  toStart: 'На початок списку',
  leave: 'Галочки й вибрані фото не збережуться. Перейти?',
  print: 'Надрукувати аркуш',

  askForNames: (code: string): string => `імена: запитайте адміністратора, код ${code}`,
  marks: {
    claimed: 'оплату не підтверджено',
    needsDetails: 'треба уточнити',
    possibleDouble: 'можливий повтор',
    shortened: 'текст скорочено',
  },
  states: {
    lit: (time: string) => `Запалено ${time}`,
    reportAt: (time: string) => `лист ${time}`,
    reported: 'листа надіслано',
    noAddress: 'пошти немає',
    photos: (count: number) => `фото:\u00a0${count}`,
    dismissed: 'Замовлення скасовано',
    refunded: 'Пожертву повернено. Запалити свічку можна й без неї.',
  },
  litLately: 'Запалено за останній тиждень',
  leadLit: 'Щоб додати фото до запаленої свічки, поставте біля неї галочку.',
  earlierLit: 'Запалені раніше',

  photo: 'Додати фото',
  album: 'Галерея',
  camera: 'Камера',
  chosenPhotos: 'Вибрані фото',
  removePhoto: (name: string) => `Прибрати фото ${name}`,
  pictureLimits: (photos: number, megabytes: number) =>
    `Фото: до ${photos}, кожне до ${megabytes} МБ.`,
  pictureLimit: (limit: number) => `Не більше ${limit} фото за раз.`,
  pictureTooLarge: (name: string, megabytes: number) => `${name}: більше за ${megabytes} МБ.`,
  pictureUnreadable: (name: string) =>
    `${name}: телефон не віддає цього фото. Виберіть його ще раз.`,

  all: (count: number) => `Усі ${count}`,
  none: 'Зняти галочки',
  tickAll: (count: number) => (count === 1 ? 'Позначити свічку' : `Позначити всі ${count}`),
  lit: (count: number) => `Так, запалено: ${candles(count)}`,
  litTicked: 'Так, запалено всі з галочкою',
  addPhoto: (count: number) => `Надіслати фото: ${candles(count)}`,
  sendPhoto: 'Надіслати фото',
  addPhotoFirst: 'Спершу додайте фото',
  unlit: (count: number) => `Зняти «запалено»: ${candles(count)}`,
  unlitTicked: 'Зняти «запалено» з усіх із галочкою',
  unlitOne: 'Зняти «запалено»',
  corrections: (count: number) =>
    count === 0
      ? 'Якщо зняти «запалено», листів про це не буде.'
      : `Якщо зняти «запалено», виправлення ${get(count)} ${people(count)}.`,

  readers: 'Торкніться свічок, які горять. Листа отримають ті, хто пожертвував: їм обіцяно фото.',
  willGet: (readers: number, hasPictures: boolean) => {
    if (readers === 0) return noEmails
    const who = `${get(readers)} ${people(readers)}`
    return hasPictures ? `Фото ${who}.` : `Листа без фото ${who}, хоча фото обіцяно.`
  },

  result: {
    lit: (count: number) => `Запалено: ${candles(count)}`,
    photoAdded: (count: number) => `Додано фото: ${candles(count)}`,
    emails: (time: string, readers: number, photos: number) =>
      `${startOf(time)} лист ${photos > 0 ? 'із фото' : 'без фото'} ${get(readers)} ${people(readers)}.`,
    noEmails,
    earlierHeading: 'Уже запалено раніше',
    earlier: (count: number) => `Хтось інший уже запалив до вас: ${candles(count)}.`,
    more: (count: number) => `і ще ${count}`,
    photoNotUsed: 'Ваше фото для них не використано: людям піде те, що надіслали раніше.',
    undone: (count: number) => `Знову не запалено: ${candles(count)}`,
    notWritten: 'Про це ще нікому не писали.',
    corrected: (count: number) =>
      `Виправлення надійде ${toPeople(count)}: листа про свічку вже було надіслано.`,
    uncorrected: (codes: string) =>
      `Другого виправлення не буде: ${codes}. Цим людям треба написати самим, їхню пошту знає адміністратор форми.`,
    nothingChanged: 'Нічого не змінено',
    nothingChosen: 'Поставте галочку хоча б біля однієї свічки, якої це стосується.',
    rejected: 'Нічого не змінено: фото не підійшло',
    rejectedHint: 'Галочки лишилися. Приберіть це фото або виберіть інше.',
    choosePhotosAgain: 'Інші фото теж треба вибрати ще раз.',
  },
  problems: {
    'not-a-picture': 'це не фото',
    'not-supported': 'такий файл не підійде. Фото бувають JPEG, HEIC, PNG або WebP',
    'too-large': 'більше за 20 МБ',
    'too-many-pixels': 'забагато пікселів: зменште роздільність камери',
    broken: 'файл пошкоджено',
    'took-too-long': 'не вдалося обробити вчасно',
  },
  failures: {
    busy: 'Саме зараз надсилають інші фото. Зачекайте хвилину й натисніть ще раз.',
    'too-many-pictures': 'За раз можна надіслати не більше п’яти фото.',
    incomplete: 'Зв’язок перервався, і фото дійшло не повністю. Натисніть, будь ласка, ще раз.',
    unavailable: 'Сервер зараз не може цього зберегти. Спробуйте за хвилину.',
    'too-many-submissions':
      'За добу на цій сторінці натиснули тисячу разів, більше не можна. Решту позначте завтра або попросіть адміністратора форми.',
  },

  undo: {
    heading: (count: number) => `Щойно запалено: ${candles(count)}. Помилилися?`,
    button: 'Скасувати',
    until: (time: string, readers: number) =>
      readers > 0
        ? `До ${time} листів не буде; пізніше виправлення ${get(readers)} ${people(readers)}.`
        : 'Листів про це не буде.',
  },

  sending: 'Надсилаємо…',
  sendingPercent: (percent: number) => `Надсилаємо… ${percent}\u00a0%`,
  preparing: 'Готуємо фото…',
  notSent: 'Не вдалося надіслати: перевірте зв’язок. Галочки й фото лишилися на цій сторінці.',
  sendAgain: 'Надіслати ще раз',

  linkNotFound: {
    title: 'Посилання не діє',
    body: 'Воно неповне або застаріло. Відкрийте найновіший лист про свічки й натисніть кнопку в ньому.',
  },
  endedLink: {
    title: 'Посилання вже не діє',
    body: 'Воно відкривало сторінку два тижні. Нове посилання надійде на пошту храму.',
    button: 'Надіслати храму нове посилання',
    sent: 'Нове посилання надіслано на пошту храму. За годину ми надсилаємо лише одне.',
  },
}

export type TemplePageTexts = typeof texts
