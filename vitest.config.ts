import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['tests/set-up/start-postgres.ts'],
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/integration/**/*.test.ts',
      'tests/store/**/*.test.ts',
      'tests/limits/**/*.test.ts',
      'tests/public/**/*.test.ts',
      'tests/fuzz/**/*.test.ts',
      'tests/faults/**/*.test.ts',
      'tests/many-processes/**/*.test.ts',
      'tests/mail/**/*.test.ts',
      'tests/ops/**/*.test.ts',
      'tests/house/**/*.test.ts',
      'packages/*/tests/**/*.test.ts',
    ],
    // Most stories wait for timers, disks and other processes: one at a time would leave a core idle.
    maxWorkers: Math.max(2, availableParallelism()),
    // Real processes on a shared machine may be slow; one that fails is told again, and said so.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
