import { resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/programs'

const environment = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
)

/** `ENGINE=firefox` or `ENGINE=webkit` drives a build of Playwright's own. */
const engine = process.env.ENGINE

/** Tests in a real browser against the built server and the card sandbox. */
export default defineConfig({
  testMatch: ['tests/e2e/*.spec.ts', 'packages/*/tests/e2e/*.spec.ts'],
  outputDir: 'test-results',
  snapshotPathTemplate: 'tests/e2e/pictures/{arg}{ext}',
  fullyParallel: true,
  // CI machines stall; a repeated test is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Tests mostly wait: for timers of the page, for a slow bank, for the card form.
  workers: 8,
  timeout: 60_000,
  expect: {
    timeout: 12_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' },
  },
  reporter: [['dot'], ['./tests/setup/print-failed-e2e.ts']],
  use: {
    ...devices[
      engine === 'firefox' ? 'Desktop Firefox' : engine ? 'Desktop Safari' : 'Desktop Chrome'
    ],
    viewport: { width: 390, height: 844 },
    locale: 'uk-UA',
    // The flame would be drawn by the processor, in every page.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: engine
      ? {}
      : {
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
            // A host of another name than this machine's.
            '--host-resolver-rules=MAP temple.example 127.0.0.1',
          ],
        },
  },
})
