import type { Reporter } from 'vitest/node'

/** The command that runs each failed test alone; `scripts/test.ts` shows what passed at its retry alone. */
export const printFailed: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`\nPassed when repeated: ${test.fullName}`)
    if (test.result().state !== 'failed') return
    const name = test.fullName.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\"`]/g, '.')
    console.log(`\nRun it alone: npx vitest run ${test.module.relativeModuleId} -t "${name}"`)
  },
}
