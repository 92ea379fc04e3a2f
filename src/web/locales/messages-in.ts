import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import { messages as en } from './en'
import { messages as ru } from './ru'
import { type Messages, messages as uk } from './uk'

const written: Record<Language, Messages> = { uk, ru, en }

export function messagesIn(language: Language): Messages {
  return withoutBadBreaks(written[language])
}

/** With no-break spaces. */
export function withoutBadBreaks<T extends object>(messages: T): T {
  const entries = Object.entries(messages).map(([key, message]) => [
    key,
    typeof message === 'string'
      ? keepTogether(message)
      : (uah: number) => keepTogether(message(uah)),
  ])
  return Object.fromEntries(entries)
}
