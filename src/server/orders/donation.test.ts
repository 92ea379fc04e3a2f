import { expect, test } from 'vitest'
import type { PaymentIntent } from '../stripe/payment-provider'
import { applyIntent, createDonation, isOurs, isSecretOf } from './donation'

const now = 1_000_000_000_000
const here = { livemode: false, installation: 'parish-1' }
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
  installation: 'parish-1',
  billingEmail: null,
  lastDecline: null,
}
const donation = createDonation({ ...intent, createdAt: now }, 'hash')

test.each([
  ['with a row', {}, donation, true],
  ['with a row, from before there were installations', { installation: null }, donation, true],
  ['with a row, of another installation', { installation: 'parish-2' }, donation, true],
  ['of this installation, whose row is lost', {}, undefined, true],
  ['of another installation', { installation: 'parish-2' }, undefined, false],
  ['of no installation', { installation: null }, undefined, false],
  ['in another currency', { currency: 'eur' }, donation, false],
  ['of the other mode', { livemode: true }, donation, false],
])('an intent %s is ours: %o', (_, fields, row, ours) => {
  expect(isOurs({ ...intent, ...fields }, row, here)).toBe(ours)
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
