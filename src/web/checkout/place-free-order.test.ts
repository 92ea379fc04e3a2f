import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetFreeOrderKey, freeOrderKey } from './place-free-order'
import { composeOrder } from './place-order'

vi.stubGlobal('navigator', { userAgent: 'a browser', language: 'uk' })
vi.stubGlobal('document', { referrer: '' })

const order = composeOrder(
  { forWhom: 'Анна', purpose: 'мир', donationEnabled: false, email: '' },
  'uk',
)

describe('the key of an order without a donation', () => {
  afterEach(() => {
    vi.useRealTimers()
    forgetFreeOrderKey()
    vi.stubGlobal('window', undefined)
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
    const first = freeOrderKey(order)
    vi.resetModules()
    const reloaded = await import('./place-free-order')
    expect(reloaded.freeOrderKey(order)).toBe(first)
    vi.advanceTimersByTime(3_600_000)
    expect(reloaded.freeOrderKey(order)).not.toBe(first)
    reloaded.forgetFreeOrderKey()
    expect(stored.size).toBe(0)
  })

  it('exists where randomUUID does not', () => {
    const { getRandomValues } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    expect(freeOrderKey(order)).toMatch(/^[\w-]{32,}$/)
    vi.unstubAllGlobals()
  })
})
