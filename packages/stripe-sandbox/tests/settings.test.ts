import { expect, test } from 'vitest'
import { readSettings } from '../src/settings'

test('with nothing set it has a port and a folder, and no endpoints', () => {
  const settings = { port: 12111, dataDir: './data/sandbox', webhookUrls: [] }
  expect(readSettings({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual(settings)
})

test('several endpoints are separated by commas', () => {
  const urls = 'http://127.0.0.1:3000/hook, http://127.0.0.1:3001/hook,'
  const webhookUrls = ['http://127.0.0.1:3000/hook', 'http://127.0.0.1:3001/hook']
  expect(readSettings({ SANDBOX_WEBHOOK_URLS: urls })).toMatchObject({ webhookUrls })
})

test.each([
  ['SANDBOX_PORT', 'many'],
  ['SANDBOX_PORT', '70000'],
  ['SANDBOX_WEBHOOK_URLS', 'nowhere'],
  ['STRIPE_SECRET_KEY', 'sk_live_1'],
  ['STRIPE_SECRET_KEY', 'rk_live_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1'],
])('%s=%s is rejected in a sentence that names the variable alone', (name, value) => {
  const sentence = new RegExp(`^(?!.*${value}).*${name}`)
  expect(() => readSettings({ [name]: value })).toThrow(sentence)
})
