import { expect, it } from 'vitest'
import { readAddresses, readReplyAddress, replyAddress } from './reply-address'

it('a tag of another key, or for another order or kind, opens nothing', () => {
  const target = { kind: 'order', code: 'K7F3-9QXM' } as const
  const address = replyAddress({ from: 'a@example.org', replyKey: 'key' }, target) ?? ''
  expect(address.indexOf('@')).toBeLessThanOrEqual(64)
  expect(readReplyAddress(address, 'key')).toEqual(target)
  for (const [other, key] of [
    [address, 'other'],
    [address.replace('k7f3', 'k7f4'), 'key'],
    [address.replace('+', '+list'), 'key'],
    ['a@b+c.org', 'key'],
    ['a+@example.org', 'key'],
  ] as const)
    expect(readReplyAddress(other, key)).toBeNull()
})

it.each([
  ['Храм <Temple@Example.org>, deacon@example.org', ['temple@example.org', 'deacon@example.org']],
  ['Clergy: a@example.org, B <b@example.org>;', ['a@example.org', 'b@example.org']],
  ['"temple@example.org" <stranger@example.org>', ['stranger@example.org']],
  ['', []],
  ['undisclosed-recipients:;', []],
])('in %j the addresses, without names and in lower case, are %j', (header, addresses) => {
  expect(readAddresses(header)).toEqual(addresses)
})
