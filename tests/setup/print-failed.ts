import type { Reporter } from 'vitest/node'

/** The command that runs each failed test alone. */
export const printFailed: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return
    const name = test.fullName.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\"`]/g, '.')
    console.log(`\nRun it alone: npx vitest run ${test.module.relativeModuleId} -t "${name}"`)
  },
}
