import { looksLikeEmail } from '../../shared/email-pattern'
import type { Language } from '../../shared/language'
import type { Order } from '../db/schema'
import type { LetterValues } from './templates/template'
import { letterTexts } from './texts/texts-by-language'
import { writeBeginning } from './visitor-text'
import { writeAmount, writeLanguage, writeTime } from './write-amount'

const subjectNameLimit = 40

/** What letters in that language say of an order. */
export function describeOrder(order: Order, language: Language): LetterValues {
  const { missing } = letterTexts[language]
  const name = order.name || missing
  return {
    slots: {
      code: order.code,
      name,
      shortName: writeBeginning(name, subjectNameLimit),
      purpose: order.purpose || missing,
      email: order.email || missing,
      placedAt: writeTime(order.createdAt, language),
      litAt: writeTime(order.litAt ?? order.createdAt, language),
      pageLanguage: writeLanguage(order.language, language),
      amount: writeAmount(order.confirmedKopiykas || order.claimedKopiykas, language),
    },
    flags: {
      paid: order.payment === 'paid',
      none: order.payment === 'none',
      returned: order.payment === 'returned' || order.payment === 'disputed',
      claimed: !['paid', 'none', 'returned', 'disputed'].includes(order.payment),
      needsDetails: order.needsDetails,
      possibleDouble: order.possibleDouble,
      shortened: order.shortened,
      finishedByServer: order.source === 'draft',
      reachable: order.email !== null && looksLikeEmail(order.email),
    },
  }
}
