import type { Language } from '../../contract/language'
import type { Outcome, PaymentFault } from '../desk/desk-state'
import { wordCardFault } from '../payment-errors/word-card-fault'
import type { Texts } from '../texts/texts'

export interface OutcomeWords {
  good: boolean
  title: string
  message: string
  extra?: string
}

/** What a dialog says of an outcome, in the language spoken now. */
export function wordOutcome(
  outcome: Exclude<Outcome, { kind: 'none' }>,
  language: Language,
  texts: Texts,
): OutcomeWords {
  switch (outcome.kind) {
    case 'thanks':
      return outcome.uah === undefined
        ? { good: true, title: texts.done, message: texts.orderSuccess }
        : { good: true, title: texts.thanks, message: texts.donationThanks(outcome.uah) }
    case 'resumed':
      return {
        good: true,
        title: texts.paymentSuccess,
        message: texts.paymentReceived(outcome.uah),
        extra: texts.willBeLit,
      }
    case 'payment-failed':
      return { good: false, title: texts.error, message: wordFault(outcome.fault, language, texts) }
  }
}

function wordFault(fault: PaymentFault, language: Language, texts: Texts): string {
  if (fault.kind === 'not-started') return fault.sentence || texts.initFailed
  return wordCardFault(fault, language) ?? texts.paymentFailed
}
