import { expect, it, vi } from 'vitest'
import type { Language } from '../../shared/language'
import { composeOrder } from './compose-order'
import { createFreeOrderKeys } from './place-free-order'

vi.stubGlobal('navigator', { userAgent: 'a browser', language: 'uk' })
vi.stubGlobal('document', { referrer: '' })

const order = (forWhom: string, language: Language = 'uk') =>
  composeOrder({ forWhom, purpose: 'мир', donationEnabled: false, email: '' }, language)

it('sends what stands in the form, trimmed, and no address where none was given', () => {
  const form = { forWhom: ' Анна ', purpose: ' мир ', donationEnabled: true, email: ' ' }
  expect(composeOrder(form, 'uk')).toMatchObject({
    ...{ name: 'Анна', purpose: 'мир', email: null, donationAmount: '', prefersDonation: true },
    ...{ language: 'uk', userAgent: 'a browser', ipAddress: '' },
  })
  const paid = composeOrder({ ...form, email: ' a@b.c ' }, 'uk', 200)
  expect(paid).toMatchObject({ email: 'a@b.c', donationAmount: '200' })
})

it('keeps one key for one filled form, and takes another for another', () => {
  const keys = createFreeOrderKeys()
  const first = keys.keyFor(order('Анна'))
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(keys.keyFor(order('Анна'))).toBe(first)
  expect(keys.keyFor(order('Іван'))).not.toBe(first)
})

it('keeps the key when only the language is another', () => {
  const keys = createFreeOrderKeys()
  expect(keys.keyFor(order('Анна', 'en'))).toBe(keys.keyFor(order('Анна')))
})

it('takes a new key for the next order, even with the same text', () => {
  const keys = createFreeOrderKeys()
  const first = keys.keyFor(order('Анна'))
  keys.forget()
  expect(keys.keyFor(order('Анна'))).not.toBe(first)
})

it('finds a key where randomUUID does not exist', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  expect(createFreeOrderKeys().keyFor(order('Анна'))).toMatch(/^[\w-]{32,}$/)
  vi.unstubAllGlobals()
})
