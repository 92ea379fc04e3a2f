import { expect, test } from 'vitest'
import { readConfig } from '../../src/server/config/read-config'
import { startApi } from '../integration/start-api'

const env = {
  PUBLIC_URL: 'https://candle.example',
  SECURITY_CONTACT: 'mailto:security@parish.example',
  SECURITY_EXPIRES: '2027-06-30',
}

async function read(settings: Record<string, string>) {
  const api = await startApi({ env: settings })
  const answer = await fetch(`${api.url}/.well-known/security.txt`)
  const text = await answer.text()
  await api.close()
  return { status: answer.status, type: answer.headers.get('content-type'), text }
}

test('security.txt names the contact', async () => {
  expect(await read(env)).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: [
      'Contact: mailto:security@parish.example',
      'Expires: 2027-06-30T23:59:59Z',
      'Canonical: https://candle.example/.well-known/security.txt',
      '',
    ].join('\n'),
  })
})

test('without a contact there is no security.txt', async () => {
  expect((await read({})).status).toBe(404)
})

test('a contact without its date, or that is none, is a fault', () => {
  const { SECURITY_EXPIRES: _, ...contactAlone } = env
  expect(() => readConfig(contactAlone)).toThrow('set both, or neither')
  const wrong = { SECURITY_CONTACT: 'security@parish.example', SECURITY_EXPIRES: 'in June' }
  expect(() => readConfig({ ...env, ...wrong })).toThrow(
    /SECURITY_CONTACT must start.*SECURITY_EXPIRES must be/s,
  )
})
