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

// The card form speaks Russian and English itself, so only the Ukrainian page explains its captions.
const mayBeEmpty: (keyof AllMessages)[] = ['cardCaptions']

function entriesOf(messages: AllMessages): [keyof AllMessages, string][] {
  return (Object.keys(messages) as (keyof AllMessages)[]).map(key => {
    const text = messages[key]
    return [key, typeof text === 'function' ? text(1234) : text]
  })
}

describe('the messages', () => {
  it('say something in every language', () => {
    for (const language of languages) {
      for (const [key, text] of entriesOf(all[language])) {
        if (!mayBeEmpty.includes(key)) expect(text.trim(), `${language}.${key}`).not.toBe('')
      }
    }
  })

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
    for (const {
      pay,
      donationThanks,
      donationNameless,
      unsentTitle,
      stillOpen,
      paymentReceived,
    } of Object.values(all)) {
      for (const say of [
        pay,
        donationThanks,
        donationNameless,
        unsentTitle,
        stillOpen,
        paymentReceived,
      ]) {
        expect(say(1234).replace(/[\s,]/g, '')).toContain('1234')
      }
    }
  })

  it('keep the wording that was agreed', () => {
    expect(uk.required).toBe("Обов'язкове поле")
    expect(all.en).toMatchObject({
      required: 'Required field',
      invalidEmail: 'Invalid email format',
      belowMinimum: 'Minimum amount 100 UAH',
      processing: 'Processing...',
      paymentUnavailable: 'Payment unavailable',
      orderSubmitted: 'Order submitted successfully',
      emailSent: 'Confirmation email sent',
      orderReceived: 'Your order has been received',
      error: 'Error',
      orderFailed: 'Failed to submit order. Please try again.',
      initFailed: 'Failed to initialize payment. Please try again.',
      paymentFailed: 'Payment failed',
    })
  })
})
