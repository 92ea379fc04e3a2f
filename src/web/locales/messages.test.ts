import { describe, expect, it } from 'vitest'
import { languages } from '../../shared/language'
import { messages as en } from './en'
import { messages as lateEn } from './late-en'
import { lateMessagesIn } from './late-messages-in'
import { messages as lateRu } from './late-ru'
import { type LateMessages, messages as lateUk } from './late-uk'
import { messagesIn } from './messages-in'
import { messages as ru } from './ru'
import type { Messages } from './uk'
import { messages as uk } from './uk'

type AllMessages = Messages & LateMessages

const all: Record<(typeof languages)[number], AllMessages> = {
  uk: { ...uk, ...lateUk },
  ru: { ...ru, ...lateRu },
  en: { ...en, ...lateEn },
}

function entriesOf(messages: AllMessages): [keyof AllMessages, string][] {
  return (Object.keys(messages) as (keyof AllMessages)[]).map(key => {
    const text = messages[key]
    return [key, typeof text === 'function' ? text(1234) : text]
  })
}

describe('the messages', () => {
  it('are Ukrainian, Russian and English, and not mixed', () => {
    for (const [key, text] of entriesOf(all.uk)) expect(text, key).not.toMatch(/[ыэъё]/i)
    for (const [key, text] of entriesOf(all.ru)) expect(text, key).not.toMatch(/[іїєґ]/i)
    for (const [key, text] of entriesOf(all.en))
      expect(text, key).not.toMatch(/\p{Script=Cyrillic}/u)
  })

  it('have one apostrophe, U+2019, except where the specification writes another', () => {
    for (const language of languages) {
      for (const [key, text] of entriesOf(all[language])) {
        if (key !== 'required') expect(text, `${language}.${key}`).not.toMatch(/['\u02bc]/)
      }
    }
  })

  it('end no line after a word of one letter or before the currency', () => {
    for (const language of languages) {
      for (const [key, text] of entriesOf({
        ...messagesIn(language),
        ...lateMessagesIn(language),
      })) {
        expect(text, `${language}.${key}`).not.toMatch(/(^|\s)[а-яєії] | грн/i)
      }
    }
  })

  it('name every amount they are given', () => {
    const says = Object.values(all).flatMap(messages => Object.values(messages))
    const amounts = says.filter(text => typeof text === 'function')
    expect(amounts.length).toBeGreaterThan(20)
    for (const say of amounts) expect(say(1234).replace(/[\s,]/g, '')).toContain('1234')
  })
})
