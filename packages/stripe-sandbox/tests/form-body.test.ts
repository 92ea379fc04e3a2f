import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unpackForm } from '../src/api/form-body'
import { packForm } from '../src/browser/call-api'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('the form encoding of the API', () => {
  test.each([
    ['amount=1&currency=uah', { amount: '1', currency: 'uah' }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    ['types[0]=x&types[1]=y', { types: ['x', 'y'] }],
    ['types[]=x&types[]=y', { types: ['x', 'y'] }],
    ['metadata[1]=x', { metadata: { 1: 'x' } }],
    ['a=1&a=2', { a: '2' }],
    ['a=%D1%81%20%2B', { a: 'с +' }],
    ['', {}],
  ])('%s', (text, form) => {
    expect(plain(unpackForm(text))).toEqual(form)
  })

  test.each(['a=1&a[b]=2', 'a[b]=1&a=2', '[a]=1', 'a[b=1', `a${'[b]'.repeat(9)}=1`])(
    '%s cannot be unpacked',
    text => {
      expect(unpackForm(text)).toBeUndefined()
    },
  )

  test('no name reaches the prototype of anything', () => {
    expect(
      plain(unpackForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')),
    ).toBeTruthy()
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('what the browser script packs arrives as it was', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/)
    const value = fc.oneof(fc.string(), fc.dictionary(name, fc.string(), { minKeys: 1 }))
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), fields => {
        expect(plain(unpackForm(packForm(fields).toString()))).toEqual(plain(fields))
      }),
    )
  })

  test('any text at all is unpacked or refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        unpackForm(text)
      }),
    )
  })
})
