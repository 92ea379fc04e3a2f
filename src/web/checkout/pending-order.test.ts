import { expect, it, vi } from 'vitest'
import { stubPage } from '../../../tests/setup/checkout-page'
import { exampleOrder } from '../../../tests/setup/example-order'
import { listPendingOrders, newestText, rememberPendingOrder } from './pending-order'

// A page without storage: what a test remembers is in memory.
stubPage()

const at = (pressedAt: number) => ({
  ...exampleOrder,
  payload: { ...exampleOrder.payload, pressedAt },
})

it('keeps the newer of two texts, whichever tab writes last', () => {
  rememberPendingOrder(at(2))
  rememberPendingOrder(at(1))
  expect(listPendingOrders()).toEqual([at(2)])
  expect(newestText(at(1))).toEqual(at(2))
})

it('drops a record that cannot be read, and leaves what is not ours', () => {
  const entries: Record<string, string> = {
    'svichka.pending.pi_broken': '{',
    'svichka.pending.pi_other': JSON.stringify({ ...exampleOrder, uah: 1 }),
    theme: 'dark',
  }
  const removeItem = (key: string) => delete entries[key]
  const localStorage = Object.defineProperty(entries, 'removeItem', { value: removeItem })
  vi.stubGlobal('window', { localStorage, history: {} })
  expect(listPendingOrders()).toEqual([])
  expect(entries).toEqual({ theme: 'dark' })
})
