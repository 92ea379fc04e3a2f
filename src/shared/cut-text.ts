import { textLimit } from './plain-text'

/** Returns the first `limit` UTF-16 units of a text, without half a character at the end. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/\p{Cs}/gu, '')
}

/**
 * Cuts a name or purpose so that it fits into a request. The text stays one unit above the limit, so the
 * server still flags the order as shortened.
 */
export function cutExcess(text: string): string {
  if (text.length <= textLimit) return text
  // White space would be trimmed. Two dots are needed if half a character was cut.
  return cutText(text, textLimit).padEnd(textLimit + 1, '…')
}
