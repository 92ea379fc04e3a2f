import type { Language } from '../../shared/language'
import { wordCardFault } from '../card-errors/word-card-fault'
import type { Outcome } from '../checkout/desk-state'
import type { Texts } from '../locales/texts'
import { sayOutcome } from './say-plainly'

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
  const message = sayOutcome(outcome, texts)
  switch (outcome.kind) {
    case 'thanks':
      return { good: true, title: outcome.uah === undefined ? texts.done : texts.thanks, message }
    case 'resumed':
      return { good: true, title: texts.paymentSuccess, message, extra: texts.willBeLit }
    case 'payment-failed': {
      const { fault } = outcome
      const said = fault.kind === 'refused' ? wordCardFault(fault, language) : undefined
      return { good: false, title: texts.error, message: said ?? message }
    }
  }
}
