import { expect, it } from 'vitest'
import { readAddresses } from './reply-address'

it.each([
  ['Храм <Temple@Example.org>, deacon@example.org', ['temple@example.org', 'deacon@example.org']],
  ['Clergy: a@example.org, B <b@example.org>;', ['a@example.org', 'b@example.org']],
  ['"temple@example.org" <stranger@example.org>', ['stranger@example.org']],
  ['', []],
  ['undisclosed-recipients:;', []],
])('in %j the addresses, without names and in lower case, are %j', (header, addresses) => {
  expect(readAddresses(header)).toEqual(addresses)
})
