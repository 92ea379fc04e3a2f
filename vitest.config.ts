import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { isFull } from './tests/setup/is-full.ts'
import { LongestFirst } from './tests/setup/longest-first.ts'
import { printFailed } from './tests/setup/print-failed.ts'

/**
 * `npm run test:full` alone runs these: crashes, what other machines and users do, the card sandbox's own
 * tests, and pictures by the dozen. Single tests ask `isFull`.
 */
const onlyFull = [
  'packages/**',
  'src/server/photos/**',
  'tests/faults/**',
  'tests/integration/cli/{as-root,backup,doctor,doctor-outside}.test.ts',
  'tests/integration/temple/trouble.test.ts',
  'tests/security/start-and-stop.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/prepare-stores.ts'],
    include: ['**/*.test.{ts,tsx}'],
    exclude: isFull ? configDefaults.exclude : [...configDefaults.exclude, ...onlyFull],
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
