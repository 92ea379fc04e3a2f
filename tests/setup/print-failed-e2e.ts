import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { engine } from '../engines/engine'
import { isFull } from './is-full'

/** As `print-failed.ts`, for browser tests. */
export default class PrintFailed implements Reporter {
  onTestEnd({ location, title }: TestCase, { status, retry }: TestResult): void {
    if (status === 'passed' && retry > 0) console.log(`\nPassed when repeated: ${title}`)
    if (status === 'passed' || status === 'skipped') return
    const file = relative(process.cwd(), location.file)
    const environment = engine ? `ENGINE=${engine} ` : isFull ? 'FULL_TESTS=1 ' : ''
    console.log(`\nRun it alone: ${environment}npx playwright test ${file}:${location.line}`)
  }
}
