import { textLimit } from './plain-text'

/** The first `limit` UTF-16 units, without half a character at their end. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/\p{Cs}/gu, '')
}

/**
 * A name or purpose without more than an order keeps, so that any fits into a request: it stays above
 * the limit, and the order is flagged as shortened.
 */
export function cutExcess(text: string): string {
  if (text.length <= textLimit) return text
  // No white space, which would be trimmed; two where half a character was cut.
  return cutText(text, textLimit).padEnd(textLimit + 1, '…')
}
