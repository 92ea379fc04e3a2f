/**
 * The meaning of a reply's text: `lit` or `undo` (a clear word and nothing against it), `numbers` (no
 * other word), `nothing` (no words of its own), or `unclear`, which is everything else.
 */
export interface ReplyMeaning {
  kind: 'lit' | 'undo' | 'numbers' | 'nothing' | 'unclear'
  /** The numbers and ranges on its first line. */
  numbers: number[]
}

const words = (list: string) => new Set(list.split(' '))
/** Past and present only: “we will light it” is not done yet. */
const litWords = words(
  '+ ✅ запалено запалена запалені запалений запалив запалила запалили засвічено засвічена засвічені ' +
    'засвітив засвітили поставлено поставив поставили горить горять виконано зроблено готово ' +
    'зажжено зажжена зажжены зажег зажгла зажгли затеплена поставлена поставлены поставил горит горят ' +
    'сделано выполнено lit burning done',
)
const undoWords = words(
  'ні нет no не not скасувати скасуйте скасуй відмінити відмініть отменить отмените отмена undo ' +
    'cancel помилка помилково помилився ошибка ошибочно ошибся mistake',
)
const otherWords = words(
  'свічка свічку свічки свічок свеча свечу свечи свечей candle candles the is are have been has ' +
    'вже уже already it its за i і й та и and номер номери номера number numbers № так да ' +
    'yes дякую дякуємо спасибо спаси спасіння thanks thank you слава богу богові господи god glory to ' +
    'амінь аминь amen добрий день вечір ранок доброго дня добрый вечер утро здравствуйте вітаю hello ' +
    'була було це была это сьогодні сегодня today щойно только что ще еще',
)
/** A “no” next to them may be about the photo alone. */
const photoWords = words('фото ось додаю вот прилагаю photo attached')
/** With one number they may be a count, such as “all 12”. */
const allWords = words('всі усі все all')
/** On a later line these may take back what the first one says. */
const doubtfulWords = words(
  'крім окрім кроме except але но but лише тільки только only ще еще завтра tomorrow',
)

const maxOwnText = 4_000
const maxFirstLine = 300

/** Only the first line counts. Later lines may be a signature, or make it unclear. */
export function readMeaning(text: string): ReplyMeaning {
  const [line = '', ...rest] = ownLines(text)
  const { tokens, numbers } = readTokens(line.slice(0, maxFirstLine))
  const says = (list: Set<string>) => tokens.some(token => list.has(token))
  const later = rest.map(readTokens)
  const isCounted = says(allWords) || /\d\s*(свіч|свеч|candle)/i.test(line)
  const isCount = numbers.length === 1 && isCounted && !line.includes('№')
  const isQuestion = line.includes('?')
  const isRead = line.length <= maxFirstLine && !isQuestion && !isCount && !later.some(isList)
  if (tokens.length + numbers.length + rest.length === 0) return { kind: 'nothing', numbers }
  if (!isRead || !tokens.every(isKnown)) return { kind: 'unclear', numbers }
  if (says(undoWords)) return { kind: says(photoWords) ? 'unclear' : 'undo', numbers }
  if (later.some(isDoubtful)) return { kind: 'unclear', numbers }
  if (says(litWords)) return { kind: 'lit', numbers }
  return { kind: numbers.length > 0 ? 'numbers' : 'unclear', numbers }
}

const isKnown = (token: string) =>
  [litWords, undoWords, otherWords, photoWords, allWords].some(list => list.has(token))

type Line = ReturnType<typeof readTokens>

const isDoubtful = ({ tokens }: Line) =>
  tokens.some(token => undoWords.has(token) || doubtfulWords.has(token))

/** Numbers without unknown words that are no telephone, which begins with 0 or +. */
const isList = ({ line, tokens, numbers }: Line) =>
  numbers.length > 0 && tokens.every(isKnown) && !/(?<!\d)0\d|\+\d/.test(line)

function readTokens(line: string) {
  const numbers: number[] = []
  const tokens = line
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(?<!\d)(\d{1,3})(?:\s?[-–—]\s?(\d{1,3}))?(?!\d)/g, (range, first, last = first) => {
      if (Number(first) > Number(last)) return range
      for (let each = Number(first); each <= Number(last); each += 1) numbers.push(each)
      return ' '
    })
    .replace(/[+✅]/gu, ' $& ')
    .split(/[^\p{L}\p{N}+✅№]+/u)
    .filter(Boolean)
  return { line, tokens, numbers }
}

/** Begins a quoted email or a signature; mail programs name the author's address above a quote. */
const notOwn =
  /^(>|--|__|\*?(від|от|from)\*?:|sent from|надіслано з|отправлено (с|из) |get outlook|отрима\S+ outlook)|@|(пише|пишет|wrote):$/i

/** The line above a quote may be wrapped: a date, and below it the address. */
const isWrapped = (line: string, next = '') => /\d:\d\d|20\d\d/.test(line) && /^<[^>]*@/.test(next)

function ownLines(text: string): string[] {
  const lines = text.slice(0, maxOwnText).split('\n')
  const filled = lines.map(line => line.trim()).filter(Boolean)
  const end = filled.findIndex((line, i) => notOwn.test(line) || isWrapped(line, filled[i + 1]))
  return end === -1 ? filled : filled.slice(0, end)
}

/** A reply's HTML, and what it quotes or signs with. */
export function splitHtml(html: string): { own: string; rest: string } {
  const end = html.search(
    /<blockquote|gmail_quote|divRplyFwdMsg|appendonsend|<hr|<[^<>]*signature/i,
  )
  return end === -1 ? { own: html, rest: '' } : { own: html.slice(0, end), rest: html.slice(end) }
}

/** For programs that send no plain text. */
export function stripMarkup(html: string): string {
  return html
    .replace(/<(style|head|title)\b[^<]*/gi, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/tr)[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>?/g, '')
    .replace(/&(nbsp|#160|lt|gt|amp|quot|#39);/g, ' ')
}
