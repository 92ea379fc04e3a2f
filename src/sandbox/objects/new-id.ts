import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits, unguessable. */
export function randomText(length: number): string {
  let text = ''
  for (const byte of randomBytes(length)) text += alphabet[byte % alphabet.length]
  return text
}

/** An identifier in the provider's manner: `pi_3S…`, `ch_3S…`, `evt_1S…`. */
export function newId(prefix: string): string {
  return `${prefix}_3S${randomText(22)}`
}
