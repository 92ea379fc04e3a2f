import { describe, expect, test } from 'vitest'
import { apiForAll, openApi } from './api-fixture'
import { listDonations } from './read-store'

const call = '/api/create-payment-intent'

describe('POST /api/create-payment-intent', () => {
  const api = apiForAll()

  test.each([99, 0, -1, 1.5, '200', '1e3', 100_001, 1e300, null, [200], {}, true])(
    'rejects %j with a sentence, without calling the provider',
    async amount => {
      const before = await api.sandbox.requests()
      const answer = await api.post(call, { amount })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        success: false,
        error: expect.stringMatching(/^amount: \w.+\.?$/),
      })
      expect(await api.sandbox.requests()).toEqual(before)
    },
  )

  test.each([100, 500, 100_000])('creates an intent of %i UAH, in kopiykas', async amount => {
    const answer = await api.post(call, { amount })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      client_secret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    })
    const donation = (await listDonations(api.services)).at(-1)
    expect(donation).toMatchObject({ state: 'open', amountKopiykas: amount * 100, livemode: false })
  })

  test('without a provider nothing can be created, and the answer says so', async () => {
    const without = await openApi({ env: { CARD_PROVIDER: 'none' } })
    expect((await without.post(call, { amount: 200 })).body).toEqual({ success: false })
    const config = await fetch(`${without.url}/api/stripe-config`)
    expect(await config.json()).toEqual({ configured: false })
  })
})

test('a provider that is down gives success: false, without its own text', async () => {
  const api = await openApi()
  await api.stopProvider()
  const answer = await api.post(call, { amount: 200 })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ success: false })
})
