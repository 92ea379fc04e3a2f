import { describe, expect, test } from 'vitest'
import { templeNote } from '../../src/server/page/temple-note'
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
        '<div lang="en"><p>St Nicholas &lt;b&gt;, Kyiv</p><p>Only the church sees the names and intentions. They are erased 30 days after the candle is lit. <a href="https://parish.example/privacy"',
      )
      expect(html).toContain('<div lang="uk" hidden>')
    },
  )
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
