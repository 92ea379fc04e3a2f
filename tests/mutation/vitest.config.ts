import { defineConfig } from 'vitest/config'
import base from '../../vitest.config'

const stories = 'paid-orders,free-orders,plain-orders,payment-intents,payment-outcomes,one-account'
const badDays = 'provider-limits,webhooks,missed-webhooks,payment-stories,bad-days,bad-input'
const operators = 'health,emails/summary,cli/orders'

/** Only the tests of the payment path, to save time for every mutant. */
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
  },
})
