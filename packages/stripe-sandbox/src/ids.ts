import { randomBytes } from 'node:crypto'

export function randomText(length: number): string {
  return randomBytes(length).toString('base64url').replace(/[-_]/g, '0').slice(0, length)
}

/** The sandbox has two separate accounts. Keys that end in `_other` belong to the second. */
export type Account = 'sandbox' | 'other'

/** As in the real API, an identifier contains a mark of its account. */
export const marks: Readonly<Record<Account, string>> = { sandbox: '_3S', other: '_3O' }

export function newId(prefix: string, account: Account): string {
  return `${prefix}${marks[account]}${randomText(22)}`
}

export function accountOf(id: string): Account {
  return id.includes(marks.other) ? 'other' : 'sandbox'
}
