import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleOrder } from '../../../tests/setup/example-order'
import { candleOrdersPath } from '../../shared/candle-order'
import type { Language } from '../../shared/language'
import { messages } from '../locales/en'
import { composeOrder } from './compose-order'
import { createFreeOrderKeys, placeFreeOrder } from './place-free-order'
import { createCheckoutStore } from './store'

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

describe('an order without a donation', () => {
  const form = { forWhom: ' Анна ', purpose: 'мир', donationEnabled: false, email: '' }
  const placed = { success: true, emailNotifications: { userEmailSent: true } }
  let sent: { name: string; key: string }[]
  let answer: () => Response

  beforeEach(() => {
    sent = []
    answer = () => Response.json(placed)
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { userAgent: 'a browser', language: 'uk' })
    vi.stubGlobal('document', { referrer: '' })
    vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
      if (path !== candleOrdersPath) throw new Error('not this test’s call')
      const key = String(new Headers(headers).get('idempotency-key'))
      sent.push({ name: JSON.parse(String(body)).name, key })
      return answer()
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const open = () => createCheckoutStore({ language: 'en', messages })
  async function place(store: ReturnType<typeof open>, fields = {}) {
    const placing = placeFreeOrder(store, { ...form, ...fields }, 'en')
    await vi.advanceTimersByTimeAsync(5_000)
    return placing
  }

  it('is sent once with the key of its text, and thanked for', async () => {
    const store = open()
    const placing = place(store)
    expect(store.getState().freeOrder).toBe('sending')
    expect(await placing).toEqual({})
    expect(sent).toMatchObject([{ name: 'Анна' }])
    expect(store.getState()).toMatchObject({
      freeOrder: 'editing',
      dialog: { kind: 'thanks' },
      toast: { content: { kind: 'order-submitted', userEmailSent: true } },
    })
    await place(open())
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
  })

  it.each([
    [503, 'order-failed'],
    [429, 'order-too-often'],
  ])(
    'that is answered with %i is told as such, and repeated with its key',
    async (status, kind) => {
      const store = open()
      answer = () => new Response('{}', { status })
      await place(store)
      expect(store.getState()).toMatchObject({ freeOrder: 'editing', toast: { content: { kind } } })
      expect(store.getState().dialog).toBeUndefined()
      await place(store)
      expect(sent[1]).toEqual(sent[0])
    },
  )

  it('that lacks something, or has a donation, is only checked', async () => {
    const store = open()
    expect(await place(store, { purpose: ' ' })).toEqual({ purpose: 'required' })
    expect(store.getState().errors).toEqual({ purpose: 'required' })
    expect(await place(store, { donationEnabled: true })).toEqual({})
    expect(store.getState().errors).toEqual({})
    expect(sent).toEqual([])
  })

  it('is not begun while another is under way', async () => {
    const store = open()
    store.dispatch({ type: 'confirm-started', order: exampleOrder })
    expect(await place(store, { purpose: '' })).toEqual({})
    expect(store.getState().errors).toEqual({})
    expect(sent).toEqual([])
  })
})
