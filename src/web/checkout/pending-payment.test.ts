import { expect, it, vi } from 'vitest'
import { stubPage } from '../../../tests/setup/checkout-page'
import { exampleDonation } from '../../../tests/setup/example-order'
import { findWords, forgetPayment, listPendingPayments, rememberPayment } from './pending-payment'

// A page without storage: what a test remembers is in memory.
stubPage()

const { clientSecret, uah } = exampleDonation

/** A storage over `entries`, as its own keys are read. */
function createStorage(entries: Record<string, string>) {
  const removeItem = (key: string) => delete entries[key]
  const setItem = (key: string, text: string) => {
    entries[key] = text
  }
  return Object.defineProperties(entries, {
    getItem: { value: (key: string) => entries[key] ?? null },
    removeItem: { value: removeItem },
    setItem: { value: setItem },
  })
}

function stubStorage(entries: Record<string, string>) {
  vi.stubGlobal('window', { localStorage: createStorage(entries), history: {} })
  return entries
}

it('the words go with the payment, also where only the tab can keep anything', () => {
  const ofTab = {}
  const page = { sessionStorage: createStorage(ofTab), history: {} }
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty(page, 'localStorage', { get: denied }))
  rememberPayment(exampleDonation)
  expect(findWords(exampleDonation)).toMatchObject({ name: exampleDonation.words?.name })
  forgetPayment(exampleDonation)
  expect(ofTab).toEqual({})
})

it.each(['unclear', 'declined', 'paid'])(
  'a record of an earlier version means "ask", too, and loses its words: %s',
  attempt => {
    const payload = { name: 'Mary', purpose: 'peace', pressedAt: 1 }
    const old = JSON.stringify({ clientSecret, uah, payload, attempt })
    const entries = stubStorage({ 'svichka.pending.pi_12345678abc': old })
    expect(listPendingPayments()).toEqual([{ clientSecret, uah }])
    rememberPayment({ clientSecret, uah })
    expect(Object.values(entries).join()).not.toContain('Mary')
    forgetPayment({ clientSecret })
  },
)

it('drops a record that cannot be read, and leaves what is not ours', () => {
  const entries = stubStorage({
    'svichka.pending.pi_broken': '{',
    'svichka.pending.pi_other': JSON.stringify({ clientSecret, uah: 1 }),
    theme: 'dark',
  })
  expect(listPendingPayments()).toEqual([])
  expect(entries).toEqual({ theme: 'dark' })
})
