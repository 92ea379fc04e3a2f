import { describe, expect, it } from 'vitest'
import { languages } from '../../shared/language'
import { texts as en } from './en'
import { texts as ru } from './ru'
import type { Texts } from './texts'
import { texts as uk } from './uk'

const all: Record<(typeof languages)[number], Texts> = { uk, ru, en }

// The card form speaks Russian and English itself, so only the Ukrainian page explains it.
const mayBeEmpty: (keyof Texts)[] = ['cardLanguageNote']

function sentences(texts: Texts): [keyof Texts, string][] {
  return (Object.keys(texts) as (keyof Texts)[]).map(key => {
    const text = texts[key]
    return [key, typeof text === 'function' ? text(1234) : text]
  })
}

describe('the texts', () => {
  it('say something in every language', () => {
    for (const language of languages) {
      for (const [key, text] of sentences(all[language])) {
        if (!mayBeEmpty.includes(key)) expect(text.trim(), `${language}.${key}`).not.toBe('')
      }
    }
  })

  it('are Ukrainian, Russian and English, and not mixed', () => {
    for (const [key, text] of sentences(uk)) expect(text, key).not.toMatch(/[ыэъё]/i)
    for (const [key, text] of sentences(ru)) expect(text, key).not.toMatch(/[іїєґ]/i)
    for (const [key, text] of sentences(en)) expect(text, key).not.toMatch(/\p{Script=Cyrillic}/u)
  })

  it('name every amount they are given', () => {
    for (const { pay, donationThanks, unsentTitle, stillOpen, paymentReceived } of Object.values(
      all,
    )) {
      for (const say of [pay, donationThanks, unsentTitle, stillOpen, paymentReceived]) {
        expect(say(1234).replace(/[\s,]/g, '')).toContain('1234')
      }
    }
  })

  it('keep the wording that was agreed', () => {
    expect(uk.required).toBe("Обов'язкове поле")
    expect(en).toMatchObject({
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
