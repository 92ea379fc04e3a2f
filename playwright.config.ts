import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/find-chromium'
import { engine } from './tests/engines/engine'
import { isFull } from './tests/setup/is-full'

const environment = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
)

/**
 * Tests in Chromium against the built server and the card sandbox: in `npm test` those with the tag
 * `@quick`, one or two of each thing that a visitor does, in `npm run test:full` all. With `ENGINE=webkit` or
 * `ENGINE=firefox` those with the tag `@engines` run in that browser, driven by `tests/engines/`.
 */
export default defineConfig({
  testMatch: ['tests/e2e/**/*.spec.ts', 'packages/*/tests/e2e/*.spec.ts'],
  outputDir: `test-results/${engine ?? 'chromium'}`,
  ...(engine ? { grep: /@engines/ } : !isFull && { grep: /@quick/ }),
  snapshotPathTemplate: 'tests/e2e/pictures/{arg}{ext}',
  fullyParallel: engine === null,
  // CI machines stall; a repeated test is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Tests also wait: for timers of the page, for a slow bank. On two cores more cost time, because each
  // worker starts a browser, a server and a sandbox. The other engine runs beside an engine.
  workers: engine ? 1 : Math.max(3, availableParallelism()),
  // A machine that is busy otherwise takes its time.
  timeout: 120_000,
  expect: {
    timeout: 30_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' },
  },
  reporter: [['dot'], ['./tests/setup/print-failed-e2e.ts']],
  use: {
    ...devices['Desktop Chrome'],
    // The flame is still: the processor would draw it, in every page.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      env: { ...environment, FONTCONFIG_FILE: resolve('tests/setup/fonts.conf') },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 390, height: 844 },
    locale: 'uk-UA',
  },
})
