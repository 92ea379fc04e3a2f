import { describe, expect, test } from 'vitest'
import { templeNote, templeNoteHtml } from '../../src/server/page/temple-note'
import { apiForAll } from './api-fixture'

const inAll = (text: string) => ({ uk: text, ru: text, en: text })

const temple = {
  name: inAll('St Nicholas'),
  town: inAll('Kyiv'),
  note: inAll(''),
  receiver: inAll(''),
  contact: '',
  privacyUrl: null,
  retentionDays: 30,
}

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
  const read = async (query: string) => (await fetch(`${api.url}/${query}`)).text()

  test.each([
    ['the form', ''],
    ['the thanks', '&thanks'],
  ])('stands above the title of %s in its language, escaped', async (_, query) => {
    expect(await read(`?lang=en${query}`)).toContain(
      '<p class="place"><span lang="en">St Nicholas &lt;b&gt;, Kyiv</span></p><h1',
    )
    expect(await read(`?lang=uk${query}`)).toContain(
      '<p class="place"><span lang="uk">Храм святителя Миколая, Kyiv</span></p><h1',
    )
  })

  test.each([
    ['the form', ''],
    ['the thanks', '&thanks'],
  ])('what becomes of the names stands below %s', async (_, query) => {
    const html = await read(`?lang=en${query}`)
    expect(html).toContain(
      '<div lang="en"><p lang="uk">Щодня після &quot;служби&quot;.</p><p>Only those who light the candles and run this form see the names and intentions. 30 days after the candle is lit we erase them on our server. <a href="https://parish.example/privacy"',
    )
    expect(html).toContain('<div lang="uk" hidden><p lang="uk">Щодня')
  })

  test('the script gets it in every language, with who gets the donation', async () => {
    const [, data = ''] = (await read('')).match(/data-temple="([^"]*)"/) ?? []
    const texts = JSON.parse(data.replaceAll('&quot;', '"').replaceAll('&lt;', '<'))
    const note = 'Щодня після "служби".'
    const place = 'St Nicholas <b>, Kyiv'.replaceAll('>', '&gt;')
    expect(texts).toEqual({
      uk: {
        place: 'Храм святителя Миколая, Kyiv',
        note,
        receiver: 'Храм святителя Миколая, Kyiv',
      },
      ru: { place, note, receiver: place },
      en: { place, note, receiver: 'Parish Fund' },
    })
  })
})

describe('the contact, on a line of its own', () => {
  test.each([
    ['+380 (44) 000-00-00', '<p><a href="tel:+380440000000">+380 (44) 000-00-00</a></p>'],
    ['044 000 00 00', '<p><a href="tel:0440000000">044 000 00 00</a></p>'],
    ['office@example.org', '<p><a href="mailto:office@example.org">office@example.org</a></p>'],
    ['Father Petro, mornings', '<p>Father Petro, mornings</p>'],
    ['12345" onclick="x', '<p>12345&quot; onclick=&quot;x</p>'],
  ])('%s', (contact, line) => {
    const shown = templeNoteHtml({ ...temple, contact }, 'en')
    expect(shown).toContain(`<div lang="en">${line}<p>Only those who`)
  })
})

test('a Ukrainian line on the English page is read in Ukrainian', () => {
  const written = { ...temple, note: inAll('Щодня') }
  expect(templeNoteHtml(written, 'en')).toContain('<div lang="en"><p lang="uk">Щодня</p>')
  expect(templeNoteHtml(written, 'ru')).toContain('<div lang="ru"><p lang="ru">Щодня</p>')
})

describe('without settings', () => {
  const api = apiForAll()

  test('nothing is said of the temple', async () => {
    const html = await (await fetch(api.url)).text()
    expect(html).not.toContain('<div lang=')
    expect(html).not.toMatch(/temple-note|%(place|note|temple)%/)
    expect(html).toContain('<p class="place"><span lang="en"></span></p>')
    expect(templeNote(null, 'uk')).toEqual([])
  })
})
