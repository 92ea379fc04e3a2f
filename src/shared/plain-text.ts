import * as v from 'valibot'

// Control characters and lone surrogates, which no store and no email can carry.
const unwritable = /[\p{Cc}\p{Cs}]/gu

/** Text from a person: without NUL and control characters (line breaks and tabs stay), trimmed. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, character => (character === '\n' || character === '\t' ? character : ''))
    .trim()
}

/** At most `limit` characters, never half of one. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/\p{Cs}/gu, '')
}

export const PlainTextSchema = v.pipe(v.string(), v.transform(cleanText))

/** Descriptive text (user agent, referrer): what is longer than `limit` characters is cut. */
export function cutTextSchema(limit: number) {
  return v.pipe(
    PlainTextSchema,
    v.transform(text => cutText(text, limit)),
  )
}
