/**
 * What a reply says in words. `lit`: a clear word and nothing that speaks against it; `undo`: a
 * clear no; `nothing`: no words of its own; `unclear`: everything else, a question above all.
 */
export interface ReplyMeaning {
  kind: 'lit' | 'undo' | 'nothing' | 'unclear'
  /** The numbers that it names, if any. */
  numbers: number[]
  /** Nothing but numbers: in answer to a list they say which candles burn. */
  onlyNumbers: boolean
}

const words = (list: string) => new Set(list.split(' '))
/** Past and present only: who writes that they will light it has not done so. */
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
  'свічка свічку свічки свічок свеча свечу свечи свечей candle candles the is are all have been has ' +
    'всі усі все вже уже already it its за i і й та и and номер номери номера number numbers № так да ' +
    'yes дякую дякуємо спасибо спаси спасіння thanks thank you слава богу богові господи god glory to ' +
    'амінь аминь amen добрий день вечір ранок доброго дня добрый вечер утро здравствуйте вітаю hello ' +
    'була було це была это сьогодні сегодня today щойно только что ще еще',
)
/** What follows a clear word with one of these may take part of it back. */
const doubtfulWords = words(
  'крім окрім кроме except але но but лише тільки только only ще еще завтра tomorrow',
)
const longestOwnText = 4_000

/** Reads the words of a reply; what it quotes and its signature do not count. */
export function readMeaning(text: string): ReplyMeaning {
  const own = ownText(text.slice(0, 64_000)).slice(0, longestOwnText).trim()
  const [sentence = '', ...rest] = own.split(/(?<=[.!…])\s+|\n+/)
  const { tokens, numbers: first } = readTokens(sentence)
  const says = (list: Set<string>) => tokens.some(token => list.has(token))
  const further = rest.map(part => ({ part, ...readTokens(part) }))
  const lists = further.filter(isList)
  const numbers = [...new Set([first, ...lists.map(list => list.numbers)].flat())]
  const onlyNumbers = numbers.length > 0 && tokens.every(token => otherWords.has(token))
  const doubts =
    lists.some(({ part }) => dateOrTime.test(part)) ||
    further.some(({ tokens }) =>
      tokens.some(token => undoWords.has(token) || doubtfulWords.has(token)),
    )
  const meaning = { numbers, onlyNumbers }
  if (tokens.length + numbers.length + rest.length === 0) return { ...meaning, kind: 'nothing' }
  if (!tokens.every(isKnown) || own.includes('?')) return { ...meaning, kind: 'unclear' }
  if (says(undoWords)) return { ...meaning, kind: 'undo' }
  if (doubts || !(says(litWords) || onlyNumbers)) return { ...meaning, kind: 'unclear' }
  return { ...meaning, kind: 'lit' }
}

const isKnown = (token: string) =>
  litWords.has(token) || undoWords.has(token) || otherWords.has(token)

const dateOrTime = /\d:\d\d|\d\.\d{1,2}\.\d\d/

/** Numbers, and no words that could mean something else; those of a telephone begin with 0. */
function isList({ part, tokens, numbers }: { part: string } & Tokens): boolean {
  return numbers.length > 0 && tokens.every(isKnown) && !/(?<!\d)0\d/.test(part)
}

interface Tokens {
  tokens: string[]
  numbers: number[]
}

/** The words of a sentence, and the numbers and ranges of numbers apart. */
function readTokens(sentence: string): Tokens {
  const numbers: number[] = []
  const tokens = sentence
    .toLowerCase()
    .replaceAll('ё', 'е')
    // What is said of a photo says nothing of the candle: “lit, the photo comes later”.
    .replace(/(фото|світлин|знімок|снимок|photo|picture).*$/su, ' ')
    .replace(/(\d{1,4})\s*[-–—]\s*(\d{1,4})/g, (_, first, last) => {
      for (let n = Number(first); n <= Math.min(Number(last), Number(first) + 1000); n += 1)
        numbers.push(n)
      return ' '
    })
    .replace(/(?<![\p{L}\d])\d{1,4}(?![\p{L}\d])/gu, number => {
      numbers.push(Number(number))
      return ' '
    })
    .replace(/[+✅]/gu, ' $& ')
    .split(/[^\p{L}\p{N}+✅№]+/u)
    .filter(Boolean)
  return { tokens, numbers }
}

/** Beginnings of what is not the writer's own: a quoted email, a signature. */
const ends = [
  /^>/,
  /^--\s*$/,
  /^_{5,}|^-{3,}/,
  /^(sent from|get outlook|надіслано з|відправлено з|отправлено (с|из)|скачать|завантажити)/i,
  /^\*?(від|от|from|кому|to|тема|subject|дата|date|надіслано|отправлено|sent)\*?:\s/i,
  /(wrote|пише|написав|написала|пишет|написал|написала):\s*$/i,
  /<[^<>\s@]+@[^<>\s]+>/,
]

function ownText(text: string): string {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  const end = lines.findIndex(line => ends.some(pattern => pattern.test(line)))
  return (end === -1 ? lines : lines.slice(0, end)).join('\n')
}

/** A reply's HTML as text, without what it quotes; for programs that send no plain text. */
export function stripMarkup(html: string): string {
  const quote = html.search(/<blockquote|gmail_quote|divRplyFwdMsg|appendonsend|<hr/i)
  return (quote === -1 ? html : html.slice(0, quote))
    .replace(/<(style|head|title)\b[^<]*/gi, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/tr)[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>?/g, '')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&lt;|&gt;|&amp;|&quot;|&#39;/g, ' ')
}
