import { resolve } from 'node:path'
import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test'
import { findChromium } from './scripts/programs'

const environment = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
)

/**
 * `ENGINE=firefox` drives the system's Firefox by WebDriver BiDi, `webkit` a build of Playwright's own.
 * The flame is still: the processor would draw it, in every page.
 */
const engines: Record<string, PlaywrightTestConfig['use']> = {
  chromium: {
    ...devices['Desktop Chrome'],
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
  },
  firefox: {
    ...devices['Desktop Firefox'],
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
      firefoxUserPrefs: {
        'ui.prefersReducedMotion': 1,
        // BiDi clicks in no frame of another process, and waits for ever for a page kept in memory.
        'fission.webContentIsolationStrategy': 0,
        'browser.sessionhistory.max_total_viewers': 0,
      },
    },
  },
  webkit: { ...devices['Desktop Safari'], contextOptions: { reducedMotion: 'reduce' } },
}

const { ENGINE: engine = 'chromium' } = process.env

/** Tests in a real browser against the built server and the card sandbox. */
export default defineConfig({
  testMatch: ['tests/e2e/*.spec.ts', 'packages/*/tests/e2e/*.spec.ts'],
  outputDir: 'test-results',
  snapshotPathTemplate: 'tests/e2e/pictures/{arg}{ext}',
  fullyParallel: true,
  // CI machines stall; a repeated test is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // BiDi cannot switch scripts off.
  ...(engine === 'firefox' && { grepInvert: /where no script runs|ordered without a script/ }),
  // Tests also wait: for timers of the page, for a slow bank. More gain no time on two cores.
  workers: 5,
  // A machine that is busy otherwise takes its time.
  timeout: engine === 'firefox' ? 180_000 : 120_000,
  expect: {
    timeout: 12_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' },
  },
  reporter: [['dot'], ['./tests/setup/print-failed-e2e.ts']],
  use: {
    ...engines[engine],
    viewport: { width: 390, height: 844 },
    locale: 'uk-UA',
  },
})
