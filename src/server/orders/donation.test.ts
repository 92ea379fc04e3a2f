import { expect, test } from 'vitest'
import type { PaymentIntent } from '../stripe/payment-provider'
import { adoptDonation, applyIntent, createDonation, isOurs, isSecretOf } from './donation'

const now = 1_000_000_000_000
const here = { livemode: false, installation: 'parish-1' }
const donation = createDonation({ amountKopiykas: 100, addressHash: 'hash', livemode: false, now })
const intent: PaymentIntent = {
  id: 'pi_1',
  status: 'open',
  clientSecret: 'pi_1_secret_1',
  amountKopiykas: 100,
  receivedKopiykas: 0,
  refundedKopiykas: 0,
  disputed: false,
  currency: 'uah',
  livemode: false,
  createdAt: now,
  ref: donation.id,
  installation: 'parish-1',
  cardLast4: null,
  billingEmail: null,
  billingName: null,
  lastError: null,
}

test.each([
  ['with our reference and installation', {}, true],
  ['with our reference, from before there were installations', { installation: null }, true],
  ['of this installation, whose row is lost', { ref: 'lost' }, true],
  ['of another installation', { ref: 'theirs', installation: 'parish-2' }, false],
  ['without a reference', { ref: null }, false],
  ['in another currency', { currency: 'eur' }, false],
  ['of the other mode', { livemode: true }, false],
])('an intent %s is ours: %o', (_, fields, ours) => {
  expect(isOurs({ ...intent, ...fields }, donation, here)).toBe(ours)
})

test('the time of success is when we first knew of it, and there is none before', () => {
  expect(applyIntent(donation, intent, now).succeededAt).toBeNull()
  const succeeded = applyIntent(donation, { ...intent, status: 'succeeded' }, now)
  expect(succeeded).toMatchObject({ state: 'succeeded', succeededAt: now, disputed: false })
  const again = applyIntent(succeeded, { ...intent, status: 'succeeded' }, now + 5)
  expect(again.succeededAt).toBe(now)
})

test('an intent whose row is lost has one of its own again', () => {
  expect(adoptDonation(intent)).toMatchObject({
    id: donation.id,
    paymentIntentId: 'pi_1',
    addressHash: '',
    createdAt: now,
  })
})

test('a donation keeps whose secret it is, also when the intent comes without it', () => {
  const known = applyIntent(donation, intent, now)
  const again = applyIntent(known, { ...intent, clientSecret: '' }, now)
  for (const each of [known, again])
    expect([isSecretOf(each, 'pi_1_secret_1'), isSecretOf(each, 'pi_1_secret_2')]).toEqual([
      true,
      false,
    ])
})
