import type { texts } from './en'

/** Every text of every email in one language; amounts, times and names are filled in. */
export type EmailTexts = typeof texts

/** Why an email to our mailbox was not taken as the temple's reply. */
export type RefusalReason = keyof EmailTexts['refused']['reasons']
