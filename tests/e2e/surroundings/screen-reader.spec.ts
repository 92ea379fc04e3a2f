import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { cards } from '../../setup/cards'
import type { CandleForm } from '../candle-form'
import { expect, test } from '../form-test'

/** A visitor's steps to an order. */
type Path = Record<string, (form: CandleForm, reader: Reader) => Promise<unknown>>

const paths: Record<string, Path> = {
  'an order without a donation': {
    'reads the page': (_form, reader) => reader.readOn(),
    'switches the donation off': form => form.field('donationEnabled').press('Space'),
    'orders with nothing filled in': async form => {
      await form.button('order').press('Enter')
      await expect(form.field('forWhom')).toBeFocused()
    },
    orders: async form => {
      await form.fillWords('Марія')
      await form.button('order').press('Enter')
      await isThanked(form)
    },
    'closes the thanks': form => form.button('close').press('Enter'),
  },
  'a paid order': {
    'chooses an amount': form => form.choose(200),
    'pays with a card that is declined': async form => {
      await form.fillWords('Марія')
      await form.payWith(cards.declined)
      await expect(form.button('close')).toBeFocused()
    },
    'closes the error': form => form.button('close').press('Enter'),
    'pays with another card': async form => {
      await form.payWith(cards.good)
      await isThanked(form)
    },
  },
}

for (const [name, steps] of Object.entries(paths)) {
  test(`what a screen reader says on the way to ${name}`, async ({ page, form }) => {
    const said: string[] = []
    await form.visit(page, '?lang=en')
    await page.locator('.toasts').waitFor({ state: 'attached' })
    const reader = await startReader(page)
    for (const [step, take] of Object.entries(steps)) {
      await take(form, reader)
      said.push(`\n# ${step}`, ...(await reader.takeLog()))
    }
    expect(`${said.join('\n').trim()}\n`).toMatchSnapshot(`${name.replaceAll(' ', '-')}-spoken.txt`)
  })
}

async function isThanked(form: CandleForm) {
  await expect(form.button('close')).toBeFocused()
  await expect(form.toast).toBeVisible()
}

type Reader = Awaited<ReturnType<typeof startReader>>

const readerFile = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'))

/** More items than the page has: a stuck reader would loop. */
const longest = 200

/** An announcement follows its cause within this time, in ms. */
const announcedMs = 400

async function startReader(page: Page) {
  const path = '/virtual-screen-reader.js'
  await page.route(`**${path}`, route =>
    route.fulfill({ path: readerFile, contentType: 'text/javascript' }),
  )
  await page.evaluate(async from => {
    const { virtual } = await import(from)
    Object.assign(window, { reader: virtual })
    await virtual.start({ container: document.body })
  }, path)
  return {
    readOn: () =>
      page.evaluate(async most => {
        const reader = Reflect.get(window, 'reader')
        for (let count = 0; count < most; count += 1) {
          await reader.next()
          if ((await reader.lastSpokenPhrase()) === 'end of document') return
        }
      }, longest),
    /** Everything said since the last call: items first, then announcements. */
    async takeLog() {
      const log = await page.evaluate(async quietMs => {
        const reader = Reflect.get(window, 'reader')
        let phrases: string[] = []
        do {
          phrases = await reader.spokenPhraseLog()
          await new Promise(resolve => setTimeout(resolve, quietMs))
        } while ((await reader.spokenPhraseLog()).length > phrases.length)
        await reader.clearSpokenPhraseLog()
        return phrases
      }, announcedMs)
      // The markup of a noscript, which this reader does not know.
      const noise = /^(end|paragraph|<|\w+: \W?$)/
      const phrases = log.filter(
        (phrase, index) => phrase !== log[index - 1] && !noise.test(phrase),
      )
      const isAnnounced = (phrase: string) => /^(polite|assertive): /.test(phrase)
      return [...phrases.filter(phrase => !isAnnounced(phrase)), ...phrases.filter(isAnnounced)]
    },
  }
}
