import { expect, it } from 'vitest'
import { randomCode } from '../db/orders'
import { readAddresses, readReplyToken, readTag, signReplyToken, tagAddress } from './reply-address'

it('a token in an address leads back to its order or digest, in whatever case it comes back', () => {
  for (let i = 0; i < 100; i += 1) {
    const target = { kind: i % 2 ? ('order' as const) : ('digest' as const), code: randomCode() }
    const address = tagAddress('candle@example.org', signReplyToken(target, 'key'))
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(readReplyToken(readTag(address) ?? '', 'key')).toEqual(target)
    expect(readReplyToken(readTag(address.toUpperCase()) ?? '', 'key')).toEqual(target)
  }
})

it('a token of another key, or for another order, opens nothing', () => {
  const token = signReplyToken({ kind: 'order', code: 'K7F3-9QXM' }, 'key')
  expect(readReplyToken(token, 'other')).toBeNull()
  expect(readReplyToken(token.replace('k7f3', 'k7f4'), 'key')).toBeNull()
  expect(readReplyToken(`list${token}`, 'key')).toBeNull()
})

it('an address without a tag has none', () => {
  for (const address of ['a@example.org', 'a@b+c.org', 'nonsense', 'a+@example.org'])
    expect(readTag(address)).toBeNull()
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
