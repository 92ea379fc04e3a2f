import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findFirst, folders } from './programs'

// The shell first: it has no window to draw and needs a third less processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * Finds Chromium: that of CHROMIUM_PATH, an installed one, or Playwright's download. In programs.ts each
 * test that starts PostgreSQL would load Playwright, which takes two seconds.
 */
export function findChromium(): string {
  const installed = folders.flatMap(folder => names.map(name => join(folder, name)))
  return (
    process.env.CHROMIUM_PATH ?? findFirst('Chromium', [...installed, chromium.executablePath()])
  )
}
