import { expect, test } from 'vitest'
import { networksOf } from './address-hash'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:0DB8:0001:F102::', ['2001:db8:1::/48', '2001:db8:1:f102::/64']],
  ['fe80::1%eth0', ['fe80::/48', 'fe80::/64']],
])('the address %s is in the networks %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})
