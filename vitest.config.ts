import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first.ts'
import { printFailed } from './tests/setup/print-failed.ts'

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/prepare-stores.ts'],
    include: ['**/*.test.{ts,tsx}'],
    // Tests also wait, for disks and other processes: more workers than cores. Six gain no time on two.
    maxWorkers: Math.max(4, availableParallelism()),
    // A worker loads the server once for all its files.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['dot', printFailed],
    // CI machines stall; a repeated test is reported.
    retry: process.env.CI ? 1 : 0,
    // Far more than the slowest test takes alone: a busy machine must not fail one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
