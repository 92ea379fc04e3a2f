import { randomBytes, randomInt } from 'node:crypto'

/** 128 random bits. */
export function randomId(): string {
  return randomBytes(16).toString('base64url')
}

// No 0/O, 1/I/L: the code is read aloud and copied by hand.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Such as `K7F3-9QXM`. */
export function randomCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
