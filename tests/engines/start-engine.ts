import type { WebDriver } from 'selenium-webdriver'
import { startFirefox } from './firefox'
import { startWebKit } from './webkit'

export type Engine = 'webkit' | 'firefox'

/** Of the tests that run; null: Chromium, by Playwright. */
export const engine: Engine | null =
  process.env.ENGINE === 'webkit' || process.env.ENGINE === 'firefox' ? process.env.ENGINE : null

/** The flame is still, as in Chromium's tests. `storage` false: as in an app's browser, or a strict one. */
export function startEngine(which: Engine, storage: boolean) {
  return which === 'webkit'
    ? startWebKit(storage ? [] : ['--enable-html5-local-storage=false'])
    : startFirefox({ 'ui.prefersReducedMotion': 1 }, storage ? [] : ['dom.storage.enabled'])
}

/** Gives the page this size: the window's own edges and bars come on top. */
export async function resizeWindow(driver: WebDriver, wanted: { width: number; height: number }) {
  let rect = { x: 0, y: 0, ...wanted }
  for (let tries = 0; tries < 50; tries += 1) {
    await driver.manage().window().setRect(rect)
    const [width = 0, height = 0] = await driver.executeScript<number[]>(
      'return [innerWidth, innerHeight]',
    )
    if (width === wanted.width && height === wanted.height) return
    rect = {
      ...rect,
      width: rect.width + wanted.width - width,
      height: rect.height + wanted.height - height,
    }
  }
  throw new Error(`The window does not become ${wanted.width} × ${wanted.height}.`)
}
