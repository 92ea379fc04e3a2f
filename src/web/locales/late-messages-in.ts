import type { Language } from '../../shared/language'
import { messages as en } from './late-en'
import { messages as ru } from './late-ru'
import { type LateMessages, messages as uk } from './late-uk'
import { withoutBadBreaks } from './messages-in'

const written: Record<Language, LateMessages> = { uk, ru, en }

export function lateMessagesIn(language: Language): LateMessages {
  return withoutBadBreaks(written[language])
}
