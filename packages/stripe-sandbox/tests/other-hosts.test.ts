import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '../src/start'
import { openSandbox } from './open-sandbox'

describe('pages of other hosts', () => {
  test('may call the card API', async () => {
    const { url } = await openSandbox()
    const answer = await fetch(`${url}/v1/payment_intents/pi_1?key=pk_test_a&client_secret=x`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
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
