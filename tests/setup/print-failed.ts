import type { Reporter } from 'vitest/node'
import { isFull } from './is-full.ts'

/**
 * The command that runs each failed test alone. `scripts/test.ts` shows what passed at its retry alone,
 * and what was skipped.
 */
export const printFailed: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`\nPassed when repeated: ${test.fullName}`)
    if (test.result().state !== 'failed') return
    const name = test.fullName.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\"`]/g, '.')
    const command = `${isFull ? 'FULL_TESTS=1 ' : ''}npx vitest run`
    console.log(`\nRun it alone: ${command} ${test.module.relativeModuleId} -t "${name}"`)
  },
  onTestRunEnd(modules) {
    const skipped = modules.map(({ children }) => [...children.allTests('skipped')])
    const files = skipped.filter(({ length }) => length > 0).length
    if (files > 0) console.log(`\nSkipped: ${skipped.flat().length} tests in ${files} files`)
  },
}
