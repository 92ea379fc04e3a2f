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

it('cuts a text that an earlier version kept longer than the server takes it', () => {
  const payload = { ...at(1).payload, name: 'я'.repeat(20_000) }
  rememberPendingOrder({ ...at(1), payload })
  const [kept] = listPendingOrders()
  expect(kept?.payload).toEqual({ ...payload, name: `${'я'.repeat(1000)}…` })
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
