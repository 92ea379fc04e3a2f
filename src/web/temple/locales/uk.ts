import { createPlural } from '../plural'

const plural = createPlural('uk')

const candles = (count: number) =>
  plural(count, { one: 'свічка', few: 'свічки', many: 'свічок', other: 'свічки' })
const orders = (count: number) =>
  plural(count, { one: 'замовлення', few: 'замовлення', many: 'замовлень', other: 'замовлення' })
const people = (count: number) =>
  plural(count, { one: 'людина', few: 'людини', many: 'людей', other: 'людини' })
const toPeople = (count: number) => plural(count, { one: 'людині', other: 'людям' })
const get = (count: number) => plural(count, { one: 'отримає', other: 'отримають' }, 'form')
const leftNoAddress = (count: number) =>
  `${people(count)} не ${plural(count, { one: 'залишила', other: 'залишили' }, 'form')} пошти`
/** «Об 11:20», but «о 12:00». */
const at = (time: string) => `${time.includes('11:') ? 'об' : 'о'}\u00a0${time}`
const startOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The texts of the temple's page. Times and names of days arrive formatted. */
export const texts = {
  currency: 'грн',
  language: 'Мова',
  heading: (day: string, isList: boolean) => `${isList ? 'Свічки' : 'Свічка'}, ${day}`,
  count: orders,
  paid: (count: number) => `${count} з пожертвою`,
  waiting: (count: number) => `ще не запалено: ${count}`,
  noneWaiting: 'усі запалено',
  code: (code: string) => `Код замовлення ${code}`,
  /** «О 08:05», «20 листопада о 08:05». */
  moment: (clock: string, day?: string) => (day ? `${day} ${at(clock)}` : at(clock)),
  headings: { health: 'За здоров’я', repose: 'За упокій', other: 'Інші прохання' },
  donation: 'Пожертва',
  noName: 'Не вказано, за кого',
  lead: 'Зніміть позначку зі свічок, які ще не горять.',
  leadLit: 'Щоб додати фото або зняти «запалено», позначте свічку.',
  tickAll: 'Позначити всі',
  untickAll: 'Зняти всі',

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
  closed: 'Усі ці свічки давно запалено, тож ця сторінка їх лише показує.',

  photo: 'Додати фото',
  album: 'Галерея',
  camera: 'Камера',
  chosenPhotos: 'Вибрані фото',
  removePhoto: (name: string) => `Прибрати фото ${name}`,
  pictureLimits: (photos: number, megabytes: number) =>
    `Фото: до ${photos}, кожне до ${megabytes} МБ.`,
  pictureLimit: (limit: number) => `Не більше ${limit} фото за раз.`,
  pictureTooLarge: (name: string, megabytes: number) => `${name}: більше за ${megabytes} МБ.`,

  lit: (count: number) => `Запалено: ${candles(count)}`,
  litTicked: 'Позначені запалено',
  litOne: 'Свічку запалено',
  addPhoto: (count: number) => `Надіслати фото: ${candles(count)}`,
  sendPhoto: 'Надіслати фото',
  addPhotoFirst: 'Спершу додайте фото',
  nothingTicked: 'Нічого не позначено',
  unlit: (count: number) => `Зняти «запалено»: ${candles(count)}`,
  unlitTicked: 'Зняти «запалено» з позначених',
  unlitOne: 'Зняти «запалено»',
  correctionFollows: 'Хто вже отримав листа, отримає виправлення.',
  corrections: (count: number) =>
    count === 0
      ? 'Якщо зняти «запалено», ніхто нічого не помітить.'
      : `Якщо зняти «запалено», виправлення ${get(count)} ${people(count)}.`,

  readers: 'Листа отримають ті, хто залишив пошту: із фото, якщо ви його додасте.',
  willGet: (withAddress: number, without: number, hasPictures: boolean) => {
    const what = hasPictures ? 'Фото' : 'Листа без фото'
    if (withAddress === 0)
      return without === 1
        ? 'Пошти немає: листа не буде.'
        : 'Ніхто не залишив пошти: листів не буде.'
    const rest = without > 0 ? `; ${leftNoAddress(without)}` : ''
    return `${what} ${get(withAddress)} ${people(withAddress)}${rest}.`
  },

  result: {
    lit: (count: number) => `Запалено: ${candles(count)}`,
    photoAdded: (count: number) => `Додано фото: ${candles(count)}`,
    emails: (time: string, readers: number, photos: number) =>
      `${startOf(time)} лист ${photos > 0 ? 'із фото' : 'без фото'} ${get(readers)} ${people(readers)}.`,
    noEmails: 'Листів не буде: ніхто не залишив пошти.',
    withoutAddress: (count: number) => `${startOf(leftNoAddress(count))}.`,
    undone: (count: number) => `Більше не позначено: ${candles(count)}`,
    notWritten: 'Про це ще нікому не писали.',
    corrected: (count: number) =>
      `Виправлення надійде ${toPeople(count)}: листа про свічку вже було надіслано.`,
    nothingChanged: 'Нічого не змінено',
    nothingChosen: 'Позначте хоча б одну свічку, до якої це стосується.',
    rejected: 'Нічого не змінено: фото не підійшло',
    rejectedHint: 'Позначки лишилися. Приберіть це фото або виберіть інше.',
    choosePhotosAgain: 'Інші фото теж треба вибрати ще раз.',
  },
  problems: {
    'not-a-picture': 'це не фото',
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
  },

  undo: {
    heading: (count: number) => `Щойно позначено: ${candles(count)}`,
    button: 'Помилилися? Зняти позначку',
    until: (time: string, readers: number) =>
      readers > 0
        ? `До ${time} ніхто нічого не помітить, пізніше виправлення ${get(readers)} ${people(readers)}.`
        : 'Ніхто нічого не помітить.',
  },

  sending: 'Надсилаємо…',
  sendingPercent: (percent: number) => `Надсилаємо… ${percent}\u00a0%`,
  preparing: 'Готуємо фото…',
  checking: 'Перевіряємо, чи дійшло…',
  notSent: 'Не вдалося надіслати: перевірте зв’язок. Позначки й фото лишилися на цій сторінці.',
  sendAgain: 'Надіслати ще раз',
  changedMeanwhile: 'Тим часом список змінився. Перевірте його й натисніть ще раз.',

  linkNotFound: {
    title: 'Посилання не діє',
    body: 'Воно неповне або застаріло. Відкрийте найновіший лист про ці свічки й натисніть кнопку в ньому.',
  },
}

export type TemplePageTexts = typeof texts
