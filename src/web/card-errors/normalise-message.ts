/** One spelling for one message: straight apostrophes, single spaces, no final dot, small letters. */
export function normaliseMessage(message: string): string {
  return message
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()
}
