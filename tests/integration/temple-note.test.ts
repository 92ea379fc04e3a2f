import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { templeFooter } from '../../src/server/emails/temple-footer'
import { templeFooterHtml } from '../../src/server/page/temple-foot'
import { languages } from '../../src/shared/language'
import { apiForAll } from './api-fixture'
import { buildTemple } from './emails/mail-config'

describe('whose form it is', () => {
  const api = apiForAll({
    env: {
      TEMPLE_NAME: 'St Nicholas <b>',
      TEMPLE_NAME_UK: 'Храм святителя Миколая',
      TEMPLE_TOWN: 'Kyiv',
      TEMPLE_NOTE: 'Щодня після "служби".',
      DONATION_RECEIVER_EN: 'Parish Fund',
      PRIVACY_URL: 'https://parish.example/privacy',
      RETENTION_DAYS: '30',
    },
  })
  const open = async (lang: string) => (await fetch(`${api.url}/?lang=${lang}`)).text()
  /** Orders without the script; resolves to the page after the redirect. */
  const order = async (lang: string) => {
    const body = new URLSearchParams({ forWhom: randomUUID(), purpose: 'За мир', order: '' })
    const html = await (await fetch(`${api.url}/?lang=${lang}`, { method: 'POST', body })).text()
    expect(html).toContain('data-result="thanks"')
    return html
  }

  test.each([
    ['the form', open],
    ['the thanks', order],
  ])(
    'stands above the title of %s in its language, and below it what becomes of the names, escaped',
    async (_, read) => {
      const html = await read('en')
      expect(html).toContain(
        '<p class="place"><span lang="en">St Nicholas &lt;b&gt;, Kyiv</span></p><h1',
      )
      expect(await read('uk')).toContain(
        '<p class="place"><span lang="uk">Храм святителя Миколая, Kyiv</span></p><h1',
      )
      expect(html).toContain(
        '<div lang="en"><p lang="uk">Щодня після &quot;служби&quot;.</p><p>Only those who light the candles and run this form see the names and intentions. 30\u00a0days after the candle is lit we erase them on our server. <a href="https://parish.example/privacy"',
      )
      expect(html).not.toContain('<div lang="uk"')
      expect(await read('ru')).toContain('<div lang="ru"><p lang="ru">Щодня після')
    },
  )

  test('the script gets it in the language of the page, with who gets the donation', async () => {
    const place = 'St Nicholas &lt;b&gt;, Kyiv'
    const note = 'Щодня після &quot;служби&quot;.'
    const read = async (lang: string) => {
      const html = await open(lang)
      const read = (name: string) => html.match(`data-${name}="([^"]*)"`)?.[1]
      return { place: read('place'), note: read('note'), receiver: read('receiver') }
    }
    const ownPlace = 'Храм святителя Миколая, Kyiv'
    expect(await read('uk')).toEqual({ place: ownPlace, note, receiver: ownPlace })
    expect(await read('ru')).toEqual({ place, note, receiver: place })
    expect(await read('en')).toEqual({ place, note, receiver: 'Parish Fund' })
  })

  test('nobody gets its texts for words that he typed', async () => {
    const body = new URLSearchParams({ forWhom: '%receiver%', purpose: '', order: '' })
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(`${api.url}/?lang=en`, { method: 'POST', headers, body })
    expect(await answer.text()).toContain('data-for-whom="%receiver%"')
  })
})

describe('with every setting in every language', () => {
  const api = apiForAll({
    env: {
      TEMPLE_NAME: 'Храм святителя Миколая Чудотворця',
      TEMPLE_NAME_RU: 'Храм святителя Николая Чудотворца',
      TEMPLE_NAME_EN: 'Church of St Nicholas the Wonderworker',
      TEMPLE_TOWN: 'Біла Церква',
      TEMPLE_TOWN_RU: 'Белая Церковь',
      TEMPLE_TOWN_EN: 'Bila Tserkva',
      TEMPLE_NOTE: 'Свічки запалюємо щодня після літургії, у неділю після вечірні.',
      TEMPLE_NOTE_RU: 'Свечи зажигаем каждый день после литургии, в воскресенье после вечерни.',
      TEMPLE_NOTE_EN: 'We light candles daily after the liturgy, on Sundays after vespers.',
      DONATION_RECEIVER: 'Благодійний фонд «Світло милосердя»',
      DONATION_RECEIVER_RU: 'Благотворительный фонд «Свет милосердия»',
      DONATION_RECEIVER_EN: 'Light of Mercy Charitable Foundation',
      TEMPLE_CONTACT: '+380 (44) 000-00-00',
      PRIVACY_URL: 'https://parish.example/privacy',
    },
  })

  test.each(languages)('the page in %s is within its budget', async lang => {
    const headers = { 'accept-encoding': 'br', 'user-agent': 'test' }
    const bytes = await new Promise<number>((resolve, reject) => {
      get(`${api.url}/?lang=${lang}`, { headers }, answer => {
        expect(answer.headers['content-encoding']).toBe('br')
        buffer(answer).then(({ length }) => resolve(length), reject)
      }).on('error', reject)
    })
    expect(bytes).toBeLessThanOrEqual(5500)
  })
})

describe('the contact, at the end', () => {
  test.each([
    ['+380 (44) 000-00-00', '<a href="tel:+380440000000">+380 (44) 000-00-00</a>'],
    ['044 000 00 00', '<a href="tel:0440000000">044 000 00 00</a>'],
    ['office@example.org', '<a href="mailto:office@example.org">office@example.org</a>'],
    ['Father Petro, mornings', 'Father Petro, mornings'],
    ['12345" onclick="x', '12345&quot; onclick=&quot;x'],
  ])('%s', (contact, line) => {
    const shown = templeFooterHtml(buildTemple({ contact }), 'en')
    expect(shown).toMatch(/^<div lang="en"><p>Only those who/)
    expect(shown).toContain(`. ${line}</p></div>`)
  })
})

describe('without settings', () => {
  const api = apiForAll()

  test('nothing is said of the temple', async () => {
    const html = await (await fetch(api.url)).text()
    expect(html).not.toContain('<div lang=')
    expect(html).not.toMatch(/temple-note|%(place|note|temple)%/)
    expect(html).toContain('<p class="place"><span lang="en"></span></p>')
    expect(templeFooter(null, 'uk')).toEqual([])
  })
})
