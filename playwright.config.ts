import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** The stories told in a real browser against the built server and the card sandbox. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: false,
  forbidOnly: true,
  workers: 2,
  // Real processes on a shared machine may be slow; one that passes on a second telling is "flaky".
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  expect: {
    timeout: 12_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' },
  },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 390, height: 844 },
    locale: 'uk-UA',
    launchOptions: {
      ...(existsSync(chromium) ? { executablePath: chromium } : {}),
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
})
