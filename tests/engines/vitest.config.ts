import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { printFailed } from '../setup/print-failed.ts'

const project = (name: string) => ({
  extends: true as const,
  test: { name, env: { ENGINE: name } },
})

/** A visitor's day in WebKit and Firefox; Chromium has `tests/e2e/`. One engine: `--project webkit`. */
export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['tests/engines/*.spec.ts'],
    projects: [project('webkit'), project('firefox')],
    // The other engine runs beside it, on two cores.
    maxWorkers: 1,
    reporters: ['dot', printFailed],
    // Far more than a visit takes alone: a busy machine must not fail one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
})
