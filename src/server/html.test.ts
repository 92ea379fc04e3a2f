import fc from 'fast-check'
import { expect, it } from 'vitest'
import { html, oneLine, visitorEmail, visitorText } from './html'

it('whatever a visitor types stays on one line, without controls or turned directions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      for (const line of [oneLine(text), visitorText(text), visitorEmail(text)]) {
        expect(line).not.toMatch(
          /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u,
        )
        expect(line.isWellFormed()).toBe(true)
      }
    }),
  )
})

it('names in any script come through as they were typed', () => {
  for (const name of ['Олександра-Марія', 'დავითი', 'يوسف', '李雷', '👨‍👩‍👧 родина'])
    expect(visitorText(name)).toBe(name)
})

it('what a visitor typed looks the same: only zero width non-joiners are added', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const line = oneLine(text)
      expect(visitorText(text).replaceAll('\u200c', '')).toBe(line.replaceAll('\u200c', ''))
    }),
  )
})

it('a beginning never ends in half a character', () => {
  expect(visitorText('🕯🕯🕯🕯', 3)).toBe('🕯🕯…')
  expect(visitorText('Іван', 4)).toBe('Іван')
})

it('nothing a visitor types opens a tag or ends an attribute', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const { markup } = html`<p title="${text}">${text}</p>`
      expect(markup.match(/[<>"']/g)).toEqual(['<', '"', '"', '>', '<', '>'])
    }),
  )
})

const payloads = [
  ...'example.com EXAMPLE.COM/login?a=b www.example.com http://example.com'.split(' '),
  ...'https://user:password@example.com:8443/path#part http:\\\\example.com //example.com'.split(
    ' ',
  ),
  ...'mailto:thief@example.com thief@example.com tel:+380441234567 javascript:alert(1)'.split(' '),
  ...'tg://resolve?domain=thief http://127.0.0.1/ http://[::1]/ свічка.укр'.split(' '),
  ...'пожертва.укр/картка example。com example．com example｡com For,see:example.com.'.split(' '),
  ...['ex\u00adample.com', 'example\u2060.\u2060com', 'example.\u200bcom'],
  ...['example.\ufeffcom', 'http:\ufeff//example', 'example.\u3000com'],
]

/** What mail programs take for the beginning of a link: a scheme, an address, a name with a dot. */
const linkLike =
  /[\p{L}\p{N}+-]:[\p{L}\p{N}+/\\]|[/\\]{2}|\S@[\p{L}\p{N}]|[\p{L}\p{N}\]][.。．｡․﹒][\p{L}\p{N}]/u

it.each(payloads)('%j becomes no link', payload => {
  const line = visitorText(payload)
  // Some characters are dropped by those who read addresses, so they hide nothing.
  const seen = line.replace(/[\u00ad\u2060\u200b\ufeff]/g, '')
  expect(oneLine(payload)).toMatch(/[.。．｡:@]/)
  expect(seen).not.toMatch(linkLike)
  for (const address of [line, `http://${line}`, `https:${line}`, line.replace(/^.*?\/\//, '')])
    expect(URL.canParse(address), address).toBe(false)
})

it('no text of a visitor holds anything that begins a link', () => {
  const parts = ['://', ' ', ...'http // @ . : / www. a com є'.split(' ')]
  const part = fc.constantFrom(...parts)
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), parts => {
      expect(visitorText(parts.join(''))).not.toMatch(linkLike)
    }),
  )
})

it('a plain address can be copied as it is, anything more than one is broken up', () => {
  expect(visitorEmail('olha.k+candle@mail.example.org')).toBe('olha.k+candle@mail.example.org')
  for (const text of [
    'see http://example.com',
    'http://example.com/@example.org',
    'www.example.com@example.org',
    'a@example.org,b@example.org',
    'thief@example.org/login',
    'nonsense.com',
  ])
    expect(visitorEmail(text)).toBe(visitorText(text))
})
