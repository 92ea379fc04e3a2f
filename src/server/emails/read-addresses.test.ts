import { expect, it } from 'vitest'
import { readAddresses } from './read-addresses'

it('reads bare addresses out of names, lists and groups, in lower case', () => {
  expect(readAddresses('Храм <Temple@Example.org>, deacon@example.org')).toEqual([
    'temple@example.org',
    'deacon@example.org',
  ])
  expect(readAddresses('Clergy: a@example.org, B <b@example.org>;')).toEqual([
    'a@example.org',
    'b@example.org',
  ])
})

it('an address in a name is no address', () => {
  expect(readAddresses('"temple@example.org" <stranger@example.org>')).toEqual([
    'stranger@example.org',
  ])
})

it('what holds no address gives none', () => {
  expect(readAddresses('')).toEqual([])
  expect(readAddresses('undisclosed-recipients:;')).toEqual([])
})
