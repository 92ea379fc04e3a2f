import { expect, test } from 'vitest'
import { readSettings } from '../src/settings'

test('with nothing set it listens on this machine and has no endpoints', () => {
  expect(readSettings({})).toEqual({
    port: 12111,
    host: '127.0.0.1',
    dataDir: './data/sandbox',
    webhookUrls: [],
    logs: false,
  })
})

test('several endpoints are named with commas between', () => {
  const urls = 'http://127.0.0.1:3000/hook, http://127.0.0.1:3001/hook,'
  expect(readSettings({ SANDBOX_WEBHOOK_URLS: urls })).toMatchObject({
    webhookUrls: ['http://127.0.0.1:3000/hook', 'http://127.0.0.1:3001/hook'],
  })
})

test.each([
  [{ SANDBOX_PORT: 'many' }, 'SANDBOX_PORT'],
  [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT'],
  [{ SANDBOX_WEBHOOK_URLS: 'nowhere' }, 'SANDBOX_WEBHOOK_URLS'],
])('%j is refused in a sentence that names %s', (environment, name) => {
  expect(readSettings(environment)).toEqual({ error: expect.stringContaining(name) })
})

test.each([
  ['STRIPE_SECRET_KEY', 'sk_live_1'],
  ['STRIPE_SECRET_KEY', 'rk_live_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1'],
])('next to a live key in %s it does not start, and shows the name alone', (name, key) => {
  const settings = readSettings({ [name]: key })
  expect(settings).toEqual({
    error: expect.stringMatching(`^The card sandbox does not start next to a live key: ${name}`),
  })
  expect(JSON.stringify(settings)).not.toContain(key)
})

test('test keys do not prevent a start', () => {
  expect(readSettings({ STRIPE_SECRET_KEY: 'sk_test_1' })).toHaveProperty('port')
})
