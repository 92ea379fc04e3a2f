import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['tests/set-up/start-postgres.ts'],
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/api/**/*.test.ts',
      'tests/store/**/*.test.ts',
      'tests/limits/**/*.test.ts',
      'tests/public/**/*.test.ts',
      'tests/fuzz/**/*.test.ts',
      'tests/faults/**/*.test.ts',
      'tests/many-processes/**/*.test.ts',
      'tests/mail/**/*.test.ts',
      'tests/ops/**/*.test.ts',
      'tests/house/**/*.test.ts',
      'tests/sandbox/**/*.test.ts',
    ],
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
})
