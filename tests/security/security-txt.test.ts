import { expect, test } from 'vitest'
import { readConfig } from '../../src/server/config/read-config'
import { openApi } from '../integration/api-fixture'

const path = '/.well-known/security.txt'
const contact = { SECURITY_CONTACT: 'mailto:security@parish.example' }
const expires = { SECURITY_EXPIRES: '2027-06-30' }

test('security.txt names the contact', async () => {
  const env = { PUBLIC_URL: 'https://candle.example', ...contact, ...expires }
  const api = await openApi({ env })
  const answer = await fetch(api.url + path)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await answer.text()).split('\n')).toEqual([
    'Contact: mailto:security@parish.example',
    'Expires: 2027-06-30T23:59:59Z',
    'Canonical: https://candle.example/.well-known/security.txt',
    '',
  ])
})

test('without a contact there is no security.txt', async () => {
  const { url } = await openApi()
  expect((await fetch(url + path)).status).toBe(404)
})

test.each([
  [contact, 'set both, or neither'],
  [{ ...expires, SECURITY_CONTACT: 'security@parish.example' }, 'SECURITY_CONTACT must start'],
  [{ ...contact, SECURITY_EXPIRES: 'in June' }, 'SECURITY_EXPIRES must be'],
])('the settings %j are rejected', (settings, error) => {
  expect(() => readConfig(settings)).toThrow(error)
})
