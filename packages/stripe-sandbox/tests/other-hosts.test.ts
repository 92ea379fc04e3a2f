import { type RequestOptions, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox'

describe('pages of other hosts', () => {
  test('may call the card API', async () => {
    const { url } = await openSandbox()
    const answer = await fetch(`${url}/v1/payment_intents/pi_1?key=pk_test_a&client_secret=x`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('the control plane answers neither pages nor other machines', async ({ skip }) => {
    const { url } = await openSandbox()
    const fromPage = await fetch(`${url}/_control/clock`, {
      method: 'POST',
      headers: { Origin: 'https://temple.example' },
    })
    expect(fromPage.status).toBe(403)
    const control = await fetch(`${url}/_control/clock`)
    expect(control.headers.get('access-control-allow-origin')).toBeNull()

    const outside = Object.values(networkInterfaces())
      .flat()
      .find(one => one?.family === 'IPv4' && !one.internal)
    if (!outside) return skip('this machine has no address but its own')
    const { port } = await openSandbox([], '0.0.0.0')
    const ask = (path: string) => statusOf({ host: outside.address, port, path })
    expect(await ask('/_control/charges')).toBe(403)
    expect(await ask('/v1/payment_intents')).toBe(401)
  })

  test('a name made to point at this machine does not open the control plane', async () => {
    const { port } = await openSandbox()
    const ask = (host: string) => {
      const path = '/_control/charges'
      return statusOf({ host: '127.0.0.1', port, path, headers: { host } })
    }
    expect(await ask('evil.example')).toBe(403)
    expect(await ask(`localhost:${port}`)).toBe(200)
  })
})

function statusOf(options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(options, response => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
