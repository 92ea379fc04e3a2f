import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { openSandbox } from './open-sandbox'

test('pages of any host may call the card API', async () => {
  const { url } = await openSandbox()
  const answer = await fetch(`${url}/v1/payment_intents/pi_1?key=pk_test_a&client_secret=x`)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test.each([
  ['a page', { origin: 'https://temple.example' }, 403],
  ['a name made to point at this machine', { host: 'evil.example' }, 403],
  ['a local name', { host: 'localhost' }, 200],
])('the control API and %s', async (_who, headers, status) => {
  const { port } = await openSandbox()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/_control/charges', headers }
    request(options, answer => resolve(answer.resume()))
      .on('error', reject)
      .end()
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})
