import { describe, expect, test } from 'vitest'
import { templeNote, templeNoteHtml } from '../../src/server/page/temple-note'
import { apiForAll } from './api-fixture'

describe('whose form it is', () => {
  const api = apiForAll({
    env: {
      TEMPLE_NAME: 'St Nicholas <b>',
      TEMPLE_TOWN: 'Kyiv',
      PRIVACY_URL: 'https://parish.example/privacy',
      RETENTION_DAYS: '30',
    },
  })

  test.each([
    ['the form', ''],
    ['the thanks', '&thanks'],
  ])(
    'stands below %s in its language, escaped, with what becomes of the names',
    async (_, query) => {
      const html = await (await fetch(`${api.url}/?lang=en${query}`)).text()
      expect(html).toContain(
        '<div lang="en"><p lang="en">St Nicholas &lt;b&gt;, Kyiv</p><p>Only the church sees the names and intentions. They are erased 30 days after the candle is lit. <a href="https://parish.example/privacy"',
      )
      expect(html).toContain('<div lang="uk" hidden><p lang="en">St')
    },
  )
})

describe('the contact, on a line of its own', () => {
  const temple = { name: 'St Nicholas', town: 'Kyiv', privacyUrl: null, retentionDays: 30 }

  test.each([
    ['+380 (44) 000-00-00', '<p><a href="tel:+380440000000">+380 (44) 000-00-00</a></p>'],
    ['044 000 00 00', '<p><a href="tel:0440000000">044 000 00 00</a></p>'],
    ['office@example.org', '<p>office@example.org</p>'],
    ['12345" onclick="x', '<p>12345&quot; onclick=&quot;x</p>'],
  ])('%s', (contact, line) => {
    const shown = templeNoteHtml({ ...temple, contact }, 'en')
    expect(shown).toContain(
      `<div lang="en"><p lang="en">St Nicholas, Kyiv</p>${line}<p>Only the church`,
    )
  })
})

test('a Ukrainian name on the English page is read in Ukrainian', () => {
  const temple = { name: 'Храм', town: '', contact: '', privacyUrl: null, retentionDays: 30 }
  expect(templeNoteHtml(temple, 'en')).toContain('<div lang="en"><p lang="uk">Храм</p>')
  expect(templeNoteHtml(temple, 'ru')).toContain('<div lang="ru"><p lang="ru">Храм</p>')
})

describe('without settings', () => {
  const api = apiForAll()

  test('nothing is said of the temple', async () => {
    const html = await (await fetch(api.url)).text()
    expect(html).not.toContain('<div lang=')
    expect(html).not.toContain('temple-note')
    expect(templeNote(null, 'uk')).toEqual([])
  })
})
