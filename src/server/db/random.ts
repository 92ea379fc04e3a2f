import { randomBytes, randomInt } from 'node:crypto'

/** The time and 96 random bits: new rows come last in an index, so a full store costs no more. */
export function randomId(): string {
  return Date.now().toString(36) + randomBytes(12).toString('base64url')
}

// No 0/O, 1/I/L: the code is read aloud and copied by hand.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Such as `K7F3-9QXM`. */
export function randomCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
