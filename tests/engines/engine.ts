export type Engine = 'webkit' | 'firefox'

/** Of the tests that run; null: Chromium, by Playwright. */
export const engine: Engine | null =
  process.env.ENGINE === 'webkit' || process.env.ENGINE === 'firefox' ? process.env.ENGINE : null
