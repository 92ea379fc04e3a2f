import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleOrder } from '../../../tests/setup/example-order'
import { candleOrdersPath } from '../../shared/candle-order'
import type { Language } from '../../shared/language'
import { messages } from '../locales/en'
import { composeOrder } from './compose-order'
import { forgetFreeOrderKey, freeOrderKey, placeFreeOrder } from './place-free-order'
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

describe('the key of an order without a donation', () => {
  afterEach(() => {
    vi.useRealTimers()
    forgetFreeOrderKey()
    vi.stubGlobal('window', undefined)
  })

  it('is one for one text, in any language, until the order is placed', () => {
    const first = freeOrderKey(order('Анна'))
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect(freeOrderKey(order('Анна', 'en'))).toBe(first)
    forgetFreeOrderKey()
    expect(freeOrderKey(order('Анна'))).not.toBe(first)
    expect(freeOrderKey(order('Іван'))).not.toBe(freeOrderKey(order('Анна')))
  })

  it('outlives a reload where there is storage, for an hour', async () => {
    vi.useFakeTimers()
    const stored = new Map<string, string>()
    const sessionStorage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    }
    vi.stubGlobal('window', { sessionStorage })
    const first = freeOrderKey(order('Анна'))
    vi.resetModules()
    const reloaded = await import('./place-free-order')
    expect(reloaded.freeOrderKey(order('Анна'))).toBe(first)
    vi.advanceTimersByTime(3_600_000)
    expect(reloaded.freeOrderKey(order('Анна'))).not.toBe(first)
    reloaded.forgetFreeOrderKey()
    expect(stored.size).toBe(0)
  })

  it('exists where randomUUID does not', () => {
    const { getRandomValues } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    expect(freeOrderKey(order('Анна'))).toMatch(/^[\w-]{32,}$/)
    vi.unstubAllGlobals()
  })
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

  it('that gets no answer can be sent again after 20 s, with its key', async () => {
    const store = open()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      fetch(...call).then(() => new Promise(() => {})),
    )
    void place(store)
    await vi.advanceTimersByTimeAsync(14_900)
    expect(store.getState().freeOrder).toBe('sending')
    await vi.advanceTimersByTimeAsync(200)
    expect(store.getState()).toMatchObject({
      freeOrder: 'editing',
      toast: { content: { kind: 'order-failed' } },
    })
    vi.stubGlobal('fetch', fetch)
    await place(store)
    expect(sent[1]).toEqual(sent[0])
  })

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
