import { expect, test } from 'vitest'
import type { IntentFacts } from '../stripe/card-provider'
import { advance, contradicts } from './donation'
import { newDonation } from './new-donation'

const facts: IntentFacts = {
  id: 'pi_1',
  status: 'open',
  amountKopiykas: 20_000,
  receivedKopiykas: 0,
  refundedKopiykas: 0,
  disputed: false,
  currency: 'uah',
  livemode: false,
  createdAt: 0,
  ref: 'ref',
  cardLast4: null,
  billingEmail: null,
}
const paid: IntentFacts = { ...facts, status: 'succeeded', receivedKopiykas: 20_000 }

test('a donation moves forward through its states', () => {
  const open = advance(newDonation(20_000, '', 0), facts, 1)
  expect(open).toMatchObject({ state: 'open', paymentIntentId: 'pi_1', succeededAt: null })
  expect(advance(open, paid, 2)).toMatchObject({
    state: 'succeeded',
    receivedKopiykas: 20_000,
    succeededAt: 2,
  })
})

test.each(['open', 'processing', 'canceled'] as const)(
  'old news that it is %s does not undo a success',
  status => {
    const succeeded = advance(newDonation(20_000, '', 0), paid, 1)
    expect(advance(succeeded, { ...facts, status }, 2)).toEqual(succeeded)
  },
)

test('a success after a cancellation that crossed it on the way still counts', () => {
  const canceled = advance(newDonation(20_000, '', 0), { ...facts, status: 'canceled' }, 1)
  expect(advance(canceled, paid, 2).state).toBe('succeeded')
})

test('the time of success is when we first knew of it', () => {
  const succeeded = advance(newDonation(20_000, '', 0), paid, 1)
  expect(advance(succeeded, { ...paid, refundedKopiykas: 100 }, 9)).toMatchObject({
    succeededAt: 1,
    refundedKopiykas: 100,
  })
})

test('a bank that decided against it opens the payment again', () => {
  const processing = advance(newDonation(20_000, '', 0), { ...facts, status: 'processing' }, 1)
  expect(advance(processing, facts, 2).state).toBe('open')
})

test('an answer from before a refund does not undo it; a later one that says it failed does', () => {
  const refunded = advance(newDonation(20_000, '', 0), { ...paid, refundedKopiykas: 100 }, 1)
  expect(contradicts(refunded, paid)).toBe(true)
  expect(advance(refunded, paid, 2).refundedKopiykas).toBe(100)
  expect(advance(refunded, paid, 3, 'newest').refundedKopiykas).toBe(0)
})
