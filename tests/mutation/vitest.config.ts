import { defineConfig } from 'vitest/config'
import base from '../../vitest.config'

const stories = 'paid-orders,free-orders,plain-orders,payment-intents,payment-outcomes,one-account'
const badDays = 'provider-limits,webhooks,missed-webhooks,payment-stories,bad-days,bad-input'
const operators = 'health,emails/summary'

/**
 * Only the tests of the payment path, to save time for every mutant. They run in threads, in which root
 * cannot become the store's owner, so none types a command.
 */
export default defineConfig({
  test: {
    ...base.test,
    include: [
      'src/{shared,web/checkout,server/{orders,stripe}}/**/*.test.ts',
      `tests/integration/{${stories},${badDays},${operators}}.test.ts`,
      'tests/security/card-testing.test.ts',
    ],
    env: { TEST_ENGINE: 'sqlite' },
    retry: 0,
    // A test that waits for what a mutant never does must not wait for a minute.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8_000 } },
  },
})
