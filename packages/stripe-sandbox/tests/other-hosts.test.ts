import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '../src/start'
import { donation, openSandbox } from './open-sandbox'

describe('pages of other hosts', () => {
  test('may call the card API', async () => {
    const { url } = await openSandbox()
    const answer = await fetch(`${url}/v1/payment_intents/pi_1?key=pk_test_a&client_secret=x`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a browser key with the right secret sees a subset, with a wrong one nothing', async () => {
    const { url, stripe } = await openSandbox()
    const intent = await stripe.paymentIntents.create(donation)
    const read = async (secret: string) => {
      const query = new URLSearchParams({ key: 'pk_test_sandbox', client_secret: secret })
      const response = await fetch(`${url}/v1/payment_intents/${intent.id}?${query}`)
      return response.json()
    }
    const seen = await read(intent.client_secret ?? '')
    expect(seen).toMatchObject({ id: intent.id, amount: 20_000, status: 'requires_payment_method' })
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['metadata']))
    expect(seen).not.toHaveProperty('latest_charge')
    expect((await read(`${intent.id}_secret_guess`)).error.type).toBe('invalid_request_error')
    const keyOnly = await fetch(`${url}/v1/payment_intents/${intent.id}?key=pk_test_sandbox`)
    expect(keyOnly.status).toBe(400)
  })

  test('the control plane does not answer pages, and neither it nor the journal other machines', async ({
    skip,
  }) => {
    const { url } = await openSandbox()
    const fromPage = await fetch(`${url}/_control/reset`, {
      method: 'POST',
      headers: { Origin: 'https://temple.example' },
    })
    expect(fromPage.status).toBe(403)
    expect((await fetch(`${url}/`)).headers.get('access-control-allow-origin')).toBeNull()

    const outside = Object.values(networkInterfaces())
      .flat()
      .find(one => one?.family === 'IPv4' && !one.internal)
    if (!outside) return skip('this machine has no address but its own')
    const dataDir = mkdtempSync(join(tmpdir(), 'card-sandbox-'))
    const open = await startSandbox({ port: 0, host: '0.0.0.0', dataDir })
    try {
      for (const path of ['/', '/_control', '/_control/charges'])
        expect(await statusOf(outside.address, open.port, path)).toBe(403)
      expect(await statusOf(outside.address, open.port, '/v1/payment_intents')).toBe(401)
    } finally {
      await open.close()
    }
  })
})

function statusOf(host: string, port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host, port, path }, response => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
