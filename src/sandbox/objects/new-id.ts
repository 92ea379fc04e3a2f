import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits, unguessable. */
export function randomText(length: number): string {
  let text = ''
  for (const byte of randomBytes(length)) text += alphabet[byte % alphabet.length]
  return text
}

/** Two shops with nothing in common: keys ending in `other` belong to the second. */
export type Account = 'sandbox' | 'other'

/** As with the provider, an identifier tells whose it is. */
const marks: Readonly<Record<Account, string>> = { sandbox: '3S', other: '3O' }

/** An identifier in the provider's manner: `pi_3S…`, `ch_3S…`, `evt_3S…`. */
export function newId(prefix: string, account: Account): string {
  return `${prefix}_${marks[account]}${randomText(22)}`
}

/** The account of whatever bears this identifier. */
export function accountOf(id: string): Account {
  return id.includes(`_${marks.other}`) ? 'other' : 'sandbox'
}

/** What every identifier of the account contains. */
export function markOf(account: Account): string {
  return `_${marks[account]}`
}
