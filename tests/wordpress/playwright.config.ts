import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** The form on pages of a real WordPress: `npm run test:wordpress`. */
export default defineConfig({
  ...base,
  testMatch: ['*.spec.ts'],
  // They have no tags.
  grep: /.*/,
  outputDir: '../../test-results/wordpress',
  workers: 1,
  reporter: 'list',
})
