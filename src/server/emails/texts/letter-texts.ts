/** Why a mail to our mailbox was not taken as the temple's answer. */
export type RefusalReason =
  | 'not-an-answer'
  | 'unknown-sender'
  | 'unknown-order'
  | 'already-lit'
  | 'photo-too-large'
  | 'photo-unreadable'

/**
 * All words of all letters in one language. `{{name}}` is filled in per letter; a part between
 * `{{?flag}}` (or `{{!flag}}`) and `{{/flag}}` is there only when the flag is set (or is not).
 */
export interface LetterTexts {
  /** How figures and times are written, as in `uk-UA`, and what UAH are called. */
  locale: string
  currency: string
  labels: {
    code: string
    forWhom: string
    purpose: string
    email: string
    payerEmail: string
    placedAt: string
    amount: string
    paidAt: string
    card: string
    payment: string
    pageLanguage: string
  }
  /** In place of a value that nobody gave. */
  missing: string
  donorFooter: string
  templeFooter: string
  thanks: {
    subject: string
    paidHeading: string
    plainHeading: string
    paidThanks: string
    paidSpeed: string
    paidReport: string
    plainBody: string
    needsDetails: string
    shortened: string
  }
  notice: {
    subject: string
    heading: string
    paid: string
    claimed: string
    returned: string
    none: string
    needsDetails: string
    possibleDouble: string
    shortened: string
    finishedByServer: string
    answerWithPhoto: string
    markByCommand: string
    noAddress: string
  }
  photoReport: {
    subject: string
    heading: string
    body: string
    photoFollows: string
    withoutPhoto: string
    thanks: string
    photoAlt: string
  }
  returnedToDonor: { subject: string; heading: string; body: string; when: string; regret: string }
  returnedToTemple: { subject: string; heading: string; body: string; advice: string }
  disputed: { subject: string; heading: string; body: string; advice: string }
  ticket: { subject: string; heading: string; body: string; advice: string }
  refused: { subject: string; heading: string; reasons: Record<RefusalReason, string> }
}
