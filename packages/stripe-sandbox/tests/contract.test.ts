import { describe, expect, test } from 'vitest'
import { refuseKey } from './contract/fact'
import { facts } from './contract/facts'
import { openSandbox } from './open-sandbox'

const keys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' }

describe('the contract, at the sandbox (`npm run contract` asks the real provider)', () => {
  test.each(facts)('$fact [$source]', async ({ check }) => {
    const { url: apiUrl, stripe, control } = await openSandbox()
    await check({ ...keys, stripe, apiUrl, control: control.post })
  })
})

test('the contract is never checked against a live account', () => {
  for (const key of ['sk_live_1', 'pk_live_1', 'rk_live_1', '', undefined])
    expect(refuseKey(key)).toBeTruthy()
  expect(refuseKey('sk_test_1')).toBeUndefined()
})
