import type { Language } from '../../shared/language'

/**
 * What is known of the donation: `claimed` by a browser without proof, `verifying` while the
 * provider cannot be asked, `awaiting` while it is processing, `paid` on the provider's word only.
 */
export type Payment =
  | 'none'
  | 'claimed'
  | 'verifying'
  | 'awaiting'
  | 'paid'
  | 'returned'
  | 'disputed'

export type Fulfilment = 'waiting' | 'lit'

/** One candle to be lit. Amounts in kopiykas, times in ms since 1970. */
export interface Order {
  id: string
  /** What people say to each other: short, without letters that look alike. */
  code: string
  idempotencyKey: string
  paymentIntentId: string | null
  /** `draft`: finished by the server, the browser never came back. */
  source: 'form' | 'draft'
  name: string
  purpose: string
  email: string | null
  language: Language
  prefersDonation: boolean
  payment: Payment
  claimedKopiykas: number
  confirmedKopiykas: number
  /** Name or purpose is missing: the payment path never refuses, the temple asks. */
  needsDetails: boolean
  /** Name or purpose was longer than the limit and was cut. */
  shortened: boolean
  possibleDouble: boolean
  fulfilment: Fulfilment
  litAt: number | null
  /** What the first answer said of the donor's email; null until it was answered. */
  userEmailSent: boolean | null
  userAgent: string
  referrer: string
  browserLanguage: string
  addressHash: string
  createdAt: number
  erasedAt: number | null
}
