import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { runOps } from '../../src/cli/run-ops'
import { readHealth } from '../../src/server/health/read-health'
import { openApi } from './api-fixture'

/** Asks for the email, and lets the running server send it. Resolves to the link in it. */
async function sendTestEmail(api: Awaited<ReturnType<typeof openApi>>): Promise<string> {
  const variables = { DATA_DIR: api.dataDir, CARD_PROVIDER: 'none', PUBLIC_URL: api.url }
  const asking = runOps(['doctor', '--mail'], { variables, now: api.services.now })
  await expect.poll(() => api.services.outbox.runOnce()).toBe(1)
  const { output, exitCode } = await asking
  expect({ output, exitCode }).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('An email was sent to temple@localhost'),
  })
  const folder = join(api.dataDir, 'mail')
  const name = (await readdir(folder)).find(each => each.includes('temple-test')) ?? ''
  const { text = '' } = await PostalMime.parse(await readFile(join(folder, name)))
  return /https?:\S+\/test-email\/\S+/.exec(text)?.[0] ?? ''
}

test('the temple says by one press that emails arrive, and a scanner that opens links does not', async () => {
  const api = await openApi()
  const age = async () => (await readHealth(api.services)).status?.emailsConfirmedAgeMs
  const link = await sendTestEmail(api)
  const opened = await fetch(link)
  expect(opened.status).toBe(200)
  expect(await opened.text()).toContain('<button>Так, листи доходять</button>')
  expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await age()).toBeNull()

  const fromElsewhere = { 'sec-fetch-site': 'cross-site' }
  expect((await fetch(link, { method: 'POST', headers: fromElsewhere })).status).toBe(403)
  const forged = link.replace(/.$/, last => (last === 'a' ? 'b' : 'a'))
  expect((await fetch(forged, { method: 'POST' })).status).toBe(404)
  expect(await age()).toBeNull()

  const pressed = await fetch(link, { method: 'POST', body: new URLSearchParams() })
  expect(await pressed.text()).toContain('Дякуємо!')
  expect(await age()).toBeLessThan(60_000)
})

test('its link opens no order, and an order’s link proves nothing', async () => {
  const api = await openApi()
  const link = await sendTestEmail(api)
  expect((await fetch(link.replace('/test-email/', '/temple/'))).status).toBe(404)
})
