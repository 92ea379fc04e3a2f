import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** The command that runs each failed browser test alone. */
export default class PrintFailed implements Reporter {
  onTestEnd({ location }: TestCase, { status }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return
    const file = relative(process.cwd(), location.file)
    console.log(`\nRun it alone: npx playwright test ${file}:${location.line}`)
  }
}
