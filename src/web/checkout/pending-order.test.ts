import { afterEach, expect, it, vi } from 'vitest'
import { exampleOrder } from '../../../tests/setup/example-order'
import {
  forgetPendingOrder,
  listPendingOrders,
  newestText,
  type PendingOrder,
  rememberPendingOrder,
} from './pending-order'

const order: PendingOrder = {
  ...exampleOrder,
  payload: { ...exampleOrder.payload, name: 'Марія', purpose: '', language: 'uk' },
  attempt: 'declined',
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
    get: (_, name) => Reflect.get(methods, name) ?? entries[String(name)],
  })
}

afterEach(() => {
  forgetPendingOrder(order)
  vi.unstubAllGlobals()
})

it('keeps the newer of two texts, whichever tab writes last', () => {
  vi.stubGlobal('window', { localStorage: storageOf(), history: {} })
  const at = (pressedAt: number) => ({ ...order, payload: { ...order.payload, pressedAt } })
  rememberPendingOrder(at(2))
  rememberPendingOrder(at(1))
  expect(listPendingOrders()).toEqual([at(2)])
  expect(newestText(at(1))).toEqual(at(2))
})

it('lives in memory where there is neither storage nor history', () => {
  vi.stubGlobal('window', {
    history: { state: null },
    get localStorage() {
      throw new Error('denied')
    },
  })
  rememberPendingOrder(order)
  expect(listPendingOrders()).toEqual([order])
})

it('drops a record that cannot be read, and leaves what is not ours', () => {
  const entries: Record<string, string> = {
    'svichka.pending.pi_broken': '{',
    'svichka.pending.pi_other': JSON.stringify({ ...order, uah: 1 }),
    theme: 'dark',
  }
  vi.stubGlobal('window', { localStorage: storageOf(entries), history: {} })
  expect(listPendingOrders()).toEqual([])
  expect(entries).toEqual({ theme: 'dark' })
})
