import { afterEach, expect, it, vi } from 'vitest'
import type { OrderInHand } from './order-in-hand'
import { forgetPendingOrder, keepPendingOrder, listPendingOrders } from './pending-orders'

const order: OrderInHand = {
  clientSecret: 'pi_12345678abc_secret_xyz',
  uah: 300,
  payload: {
    name: 'Марія',
    email: null,
    purpose: '',
    donationAmount: '300',
    prefersDonation: true,
    language: 'uk',
    userAgent: '',
    referrer: '',
    browserLanguage: '',
    ipAddress: '',
  },
}

/** As much of a browser's storage as the records use; its entries are its own keys. */
function storageOf(entries: Record<string, string> = {}) {
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value
    },
    removeItem: (key: string) => {
      delete entries[key]
    },
  }
  return new Proxy(entries, {
    get: (_, name) => Reflect.get(methods, name),
  })
}

afterEach(() => {
  forgetPendingOrder(order)
  vi.unstubAllGlobals()
})

it('keeps an order over a reload, until it is forgotten', () => {
  const entries: Record<string, string> = {}
  vi.stubGlobal('window', { localStorage: storageOf(entries) })
  keepPendingOrder(order)
  expect(Object.keys(entries)).toEqual(['svichka.pending.pi_12345678abc'])
  expect(listPendingOrders()).toEqual([order])
  forgetPendingOrder(order)
  expect(entries).toEqual({})
  expect(listPendingOrders()).toEqual([])
})

it('reads a record that an earlier life of the page left', () => {
  vi.stubGlobal('window', {
    localStorage: storageOf({ 'svichka.pending.pi_12345678abc': JSON.stringify(order) }),
  })
  expect(listPendingOrders()).toEqual([order])
})

it('lives in memory where there is no storage', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('denied')
    },
  })
  keepPendingOrder(order)
  expect(listPendingOrders()).toEqual([order])
})

it('drops a record that cannot be read, and leaves what is not ours', () => {
  const entries: Record<string, string> = {
    'svichka.pending.pi_broken': '{',
    'svichka.pending.pi_other': JSON.stringify({ ...order, uah: 1 }),
    theme: 'dark',
  }
  vi.stubGlobal('window', { localStorage: storageOf(entries) })
  expect(listPendingOrders()).toEqual([])
  expect(entries).toEqual({ theme: 'dark' })
})
