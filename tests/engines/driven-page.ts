import { setTimeout as sleep } from 'node:timers/promises'
import type { WebDriver } from 'selenium-webdriver'
import sharp from 'sharp'
import { BrowserWindow } from './browser-window'
import { type Box, Place, patienceMs } from './driven-locator'
import type { Engine } from './engine'
import type { Answered, Asked, Line } from './line'
import { waitUntil } from './wait-until'

// Playwright drives only its own builds of WebKit and Firefox, which Debian does not have. These classes
// speak to Debian's by WebDriver, in Playwright's words: as many as the tagged tests use. What they do not
// have (`clock`, `addInitScript`, `emulateMedia`) WebDriver cannot do: such a test stays Chromium's.

/** A page of the browser, in Playwright's words. */
export class DrivenPage extends Place {
  constructor(
    window: BrowserWindow,
    private readonly line: Line,
  ) {
    super(window)
  }

  // The way to the product.

  route: Line['route'] = (...rest) => this.line.route(...rest)
  unroute: Line['unroute'] = match => this.line.unroute(match)
  unrouteAll = () => this.line.unroute()

  /** Of console messages and dialogs WebDriver knows nothing. */
  on(event: string, listener: (heard: never) => void) {
    const { listeners } = this.line
    if (event === 'request') listeners.request.add(listener as (asked: Asked) => void)
    if (event === 'pageerror') listeners.complaint.add(listener as (complaint: string) => void)
  }

  waitForRequest(url: string) {
    return new Promise<Asked>(done => {
      this.on('request', (asked: Asked) => this.line.matches(url, asked.url()) && done(asked))
    })
  }

  // Where it is.

  async goto(url: string, { waitUntil = 'load' } = {}) {
    await this.#leave(driver => driver.get(url), waitUntil)
  }

  async reload({ waitUntil = 'load' } = {}) {
    await this.#leave(driver => driver.navigate().refresh(), waitUntil)
  }

  async goBack() {
    await this.#leave(driver => driver.navigate().back())
  }

  /** The driver does not wait, so that a test can type while a script is on its way. */
  async #leave(go: (driver: WebDriver) => Promise<void>, until = 'load') {
    const mark = String(performance.now())
    this.window.focused = []
    await this.evaluate((text: string) => void Object.assign(window, { leaving: text }), mark)
    await this.window.inside([], () => go(this.window.driver))
    const isThere = (left: string, isWholeNeeded: boolean) =>
      Reflect.get(window, 'leaving') !== left &&
      document.body !== null &&
      (!isWholeNeeded || document.readyState === 'complete')
    await this.#until('the next page', () =>
      this.window.inside([], () =>
        this.window.driver.executeScript<boolean>(
          `return (${isThere})(...arguments)`,
          mark,
          until === 'load',
        ),
      ),
    )
  }

  address() {
    return this.window.inside([], () => this.window.driver.getCurrentUrl())
  }

  async waitForURL(wanted: string | ((url: URL) => boolean)) {
    await this.#until('the address', async () => {
      const url = await this.address()
      return typeof wanted === 'string' ? this.line.matches(wanted, url) : wanted(new URL(url))
    })
  }

  // What is in it.

  evaluate<T>(script: ((argument: never) => T) | string, argument?: unknown): Promise<T> {
    return this.window.inside([], () =>
      this.window.driver.executeScript<T>(
        typeof script === 'string' ? `return ${script}` : `return (${script})(arguments[0])`,
        argument,
      ),
    )
  }

  async waitForFunction(script: (argument: never) => unknown, argument?: unknown) {
    await this.#until(String(script), () => this.evaluate(script, argument).then(Boolean))
  }

  /** Without those inside it. */
  frames = () => [this]

  waitForTimeout = (ms: number) => sleep(ms)

  /** A page that is being left answers nothing. */
  #until(what: string, isSo: () => Promise<boolean>) {
    return waitUntil(what, () => isSo().catch(() => false), patienceMs)
  }

  /** WebKit's driver takes what was painted last, which may be older than the page. */
  async screenshot({ clip }: { clip?: Box } = {}): Promise<Buffer> {
    await this.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    const taken = await this.window.inside([], () => this.window.driver.takeScreenshot())
    const picture = sharp(Buffer.from(taken, 'base64'))
    if (clip) picture.extract({ left: clip.x, top: clip.y, width: clip.width, height: clip.height })
    return picture.png().toBuffer()
  }

  // The visitor's hands.

  /** Firefox makes no window narrower than 500. */
  async setViewportSize({ width, height }: { width: number; height: number }) {
    const least = this.window.engine === 'firefox' ? 500 : 0
    await this.window.resize({ width: Math.max(width, least), height })
  }

  readonly keyboard = {
    press: (key: string) => this.window.press(key),
    type: (text: string) => this.window.type(text),
    down: (key: string) => this.window.down(key),
    up: () => this.window.up(),
  }

  readonly mouse = {
    move: (x: number, y: number) => {
      this.window.at = { x: Math.round(x), y: Math.round(y) }
      return this.#act(actions => actions.move(this.window.at))
    },
    down: () => this.#act(actions => actions.press()),
    up: () => this.#act(actions => actions.release()),
    wheel: (x: number, y: number) =>
      this.#act(actions => actions.scroll(this.window.at.x, this.window.at.y, x, y)),
  }

  #act(add: (actions: ReturnType<WebDriver['actions']>) => ReturnType<WebDriver['actions']>) {
    return this.window.inside([], () => add(this.window.driver.actions({ async: true })).perform())
  }
}

/** The windows of one test. */
export class DrivenContext {
  readonly #windows: BrowserWindow[] = []
  readonly #first: Promise<string>

  constructor(
    private readonly driver: WebDriver,
    private readonly engine: Engine,
    private readonly line: Line,
  ) {
    this.#first = driver.getWindowHandle()
  }

  on(event: string, listener: (heard: never) => void) {
    if (event === 'response')
      this.line.listeners.response.add(listener as (answered: Answered) => void)
  }

  /** WebKit's driver brings no tab to the front, so each page has a window. */
  async newPage(): Promise<DrivenPage> {
    if (this.#windows.length > 0) await this.driver.switchTo().newWindow('window')
    const handle = this.#windows[0] ? await this.driver.getWindowHandle() : await this.#first
    const window = new BrowserWindow(this.driver, this.engine, handle)
    this.#windows.push(window)
    const page = new DrivenPage(window, this.line)
    await page.setViewportSize({ width: 390, height: 664 })
    return page
  }

  /** Leaves one window, for the next test. */
  async close() {
    for (const window of this.#windows) for (const end of window.leftovers) await end()
    const first = await this.#first
    for (const { handle } of this.#windows.slice(1)) {
      await this.driver.switchTo().window(handle)
      await this.driver.close()
    }
    await this.driver.switchTo().window(first)
  }
}
