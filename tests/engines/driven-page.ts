import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Key, Origin, type WebDriver, type WebElement } from 'selenium-webdriver'
import sharp from 'sharp'
import type { Answered, Asked, Line } from './line'
import { type Engine, resizeWindow } from './start-engine'
import { waitUntil } from './wait-until'

declare module 'selenium-webdriver' {
  interface Actions {
    /** Missing in its types, like the next. */
    insert(device: { toJSON(): object }, action: object): Actions
    scroll(x: number, y: number, deltaX: number, deltaY: number, origin?: WebElement): Actions
  }
}

// Playwright drives only its own builds of WebKit and Firefox, which Debian does not have. These classes
// speak to Debian's by WebDriver, in Playwright's words: as many as the tagged tests use. What they do not
// have (`clock`, `addInitScript`, `emulateMedia`) WebDriver cannot do: such a test stays Chromium's.

const patienceMs = 30_000

/** One step to an element, as data: the page itself takes it. */
type Step =
  | { css: string }
  | { text: string; exact: boolean }
  | { role: string; name: string }
  | { nth: number }

/** Runs in the page. */
function find(steps: Step[]): Element[] {
  const plain = (text: string | null | undefined) =>
    (text ?? '')
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
  const roles: Record<string, string> = {
    button: 'button, [role=button]',
    checkbox: '[type=checkbox]',
    dialog: 'dialog, [role=dialog]',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    status: 'output, [role=status]',
  }
  const nameOf = (element: Element) =>
    plain(
      element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement
          ? [...(element.labels ?? [])].map(label => label.textContent).join(' ')
          : element.textContent),
    )
  let found: (Element | Document)[] = [document]
  for (const step of steps) {
    const all = (css: string) => [...new Set(found.flatMap(one => [...one.querySelectorAll(css)]))]
    if ('nth' in step) found = found.slice(step.nth).slice(0, 1)
    else if ('css' in step) found = all(step.css)
    else if ('role' in step) {
      const seen = (element: Element) => element.getClientRects().length > 0
      const named = (element: Element) => nameOf(element).includes(plain(step.name))
      const css = roles[step.role] ?? `[role=${step.role}]`
      found = all(css).filter(element => seen(element) && named(element))
    } else {
      const wanted = plain(step.text)
      const has = (element: Element) => {
        const text = plain(element.textContent)
        return step.exact ? text === wanted : text.includes(wanted)
      }
      const isInnermost = (element: Element) => has(element) && ![...element.children].some(has)
      found = all('body *:not(script, style, noscript)').filter(isInnermost)
    }
  }
  return found.filter(one => one instanceof Element)
}

/** Runs in the page: what an expectation may ask of the first of the elements. */
function describe(elements: Element[], { attribute = '', css = '' }: Asking) {
  const [element] = elements
  const text = (some: Element | null | undefined) =>
    (some?.textContent ?? '')
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  const rects = element?.getClientRects() ?? []
  const visible = [...rects].some(({ width, height }) => width > 0 && height > 0)
  const descriptions = element?.getAttribute('aria-describedby')?.split(' ') ?? []
  return {
    count: elements.length,
    visible: visible && !!element && getComputedStyle(element).visibility === 'visible',
    enabled: !!element && !element.matches(':disabled, [aria-disabled=true]'),
    checked: !!element?.matches(':checked, [aria-checked=true]'),
    focused: !!element && document.activeElement === element,
    text: text(element),
    value: element && 'value' in element ? String(element.value) : '',
    attribute: attribute ? (element?.getAttribute(attribute) ?? null) : null,
    css: element && css ? getComputedStyle(element).getPropertyValue(css) : '',
    description: descriptions.map(id => text(document.getElementById(id))).join(' '),
  }
}

interface Asking {
  attribute?: string
  css?: string
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Elements of a page or of a frame in it. */
class Place {
  constructor(
    readonly window: BrowserWindow,
    /** The frames from the window to here. */
    readonly path: Step[][] = [],
    readonly steps: Step[] = [],
  ) {}

  #next(...steps: Step[]) {
    return new DrivenLocator(this.window, this.path, [...this.steps, ...steps])
  }

  locator(selector: string) {
    const [css = '', ...more] = selector.split(' >> nth=')
    return this.#next({ css }, ...more.map(nth => ({ nth: Number(nth) })))
  }

  getByText(text: string, { exact = false } = {}) {
    return this.#next({ text, exact })
  }

  getByRole(role: string, { name = '' } = {}) {
    return this.#next({ role, name })
  }

  frameLocator(selector: string) {
    const { steps } = this.locator(selector)
    return new Place(this.window, [...this.path, steps])
  }

  /** Runs in the page with what was found there, at once. */
  run<T>(script: (elements: Element[], argument: never) => T, argument?: unknown): Promise<T> {
    return this.window.inside(this.path, () =>
      this.window.driver.executeScript<T>(
        `const find = ${find}\nreturn (${script})(find(arguments[0]), arguments[1])`,
        this.steps,
        argument,
      ),
    )
  }
}

export class DrivenLocator extends Place {
  override toString() {
    return [...this.path, this.steps].map(steps => JSON.stringify(steps)).join(' > ')
  }

  nth(nth: number) {
    return new DrivenLocator(this.window, this.path, [...this.steps, { nth }])
  }

  first() {
    return this.nth(0)
  }

  describe(asking: Asking = {}) {
    return this.run(describe, asking)
  }

  isVisible() {
    return this.describe().then(
      ({ visible }) => visible,
      () => false,
    )
  }

  async waitFor() {
    await this.#until('is visible', ({ visible }) => visible)
  }

  /** Frames come and go meanwhile. */
  async #until(what: string, isSo: (state: ReturnType<typeof describe>) => boolean) {
    const isTrue = () => this.describe().then(isSo, () => false)
    await waitUntil(`${this} ${what}`, isTrue, patienceMs)
  }

  async evaluate<T>(script: (element: never, argument: never) => T, argument?: unknown) {
    await this.#until('is there', ({ count }) => count > 0)
    return this.window.inside(this.path, () =>
      this.window.driver.executeScript<T>(
        `const find = ${find}\nreturn (${script})(find(arguments[0])[0], arguments[1])`,
        this.steps,
        argument,
      ),
    )
  }

  focus() {
    this.window.focused = this.path
    return this.evaluate((element: HTMLElement) => element.focus())
  }

  dispatchEvent(type: string) {
    return this.evaluate((element: Element, name: string) => {
      const { PointerEvent, MouseEvent, Event } = window
      const Type = name.startsWith('pointer') ? PointerEvent : name === 'click' ? MouseEvent : Event
      element.dispatchEvent(new Type(name, { bubbles: true, cancelable: true }))
    }, type)
  }

  /** In the window, from its top left, and how much of it is seen: through each frame, and the window. */
  async place(): Promise<Box & { seen: number }> {
    const measure = (elements: Element[]) => {
      const [element] = elements
      if (!element) throw new Error('Nothing was found.')
      const { x, y, width, height } = element.getBoundingClientRect()
      const { clientLeft, clientTop, clientWidth, clientHeight } = element
      return { x, y, width, height, clientLeft, clientTop, clientWidth, clientHeight }
    }
    const window = new Place(this.window)
    const [right = 0, bottom = 0] = await window.run(() => [innerWidth, innerHeight])
    let seen = { left: 0, top: 0, right, bottom }
    const cut = (box: Box) => ({
      left: Math.max(seen.left, box.x),
      top: Math.max(seen.top, box.y),
      right: Math.min(seen.right, box.x + box.width),
      bottom: Math.min(seen.bottom, box.y + box.height),
    })
    let [left, top] = [0, 0]
    for (const [depth, steps] of this.path.entries()) {
      const frame = await new Place(this.window, this.path.slice(0, depth), steps).run(measure)
      left += frame.x + frame.clientLeft
      top += frame.y + frame.clientTop
      seen = cut({ x: left, y: top, width: frame.clientWidth, height: frame.clientHeight })
    }
    const { x, y, width, height } = await this.run(measure)
    const box = { x: x + left, y: y + top, width, height }
    seen = cut(box)
    // Engines round to other parts of a pixel.
    const part =
      (Math.max(0, seen.right - seen.left + 0.5) * Math.max(0, seen.bottom - seen.top + 0.5)) /
      (width * height)
    return { ...box, seen: Math.min(1, part) }
  }

  async boundingBox(): Promise<Box | null> {
    const { seen: _, ...box } = await this.place()
    return box
  }

  /** Scrolls the window as a visitor does, because a frame of another site cannot in WebKit. */
  async scrollIntoViewIfNeeded({ always = false } = {}) {
    await this.#until('is there', ({ count }) => count > 0)
    const { y, height, seen } = await this.place()
    if (seen === 1 && !always) return
    await new Place(this.window).run(
      (_: Element[], middle: number) => scrollBy(0, middle - innerHeight / 2),
      y + height / 2,
    )
  }

  /** Waits until it stays where it is: the form grows with the card's fields. */
  async #rest() {
    for (let before = -1; ; ) {
      const { y } = await this.place()
      if (Math.abs(y - before) < 1) return
      before = y
    }
  }

  /** Where a frame that gets its height has moved meanwhile, nothing was pressed: again. */
  async #onElement(act: (element: WebElement) => Promise<unknown>) {
    await this.#until('can be pressed', ({ visible, enabled }) => visible && enabled)
    const patientUntil = Date.now() + patienceMs
    for (let tries = 0; ; tries += 1)
      try {
        await this.scrollIntoViewIfNeeded({ always: tries > 0 })
        await this.#rest()
        return await this.window.inside(this.path, async () => {
          const element = await this.window.driver.executeScript<WebElement | null>(
            `const find = ${find}\nreturn find(arguments[0])[0] ?? null`,
            this.steps,
          )
          if (!element) throw new Error('The element is stale.')
          await act(element)
          this.window.focused = this.path
        })
      } catch (problem) {
        const isMoving =
          /scrolled into view|stale|intercept|not found|no such|obscures|interactable|out of bounds/i
        if (!isMoving.test(String(problem)) || Date.now() > patientUntil) throw problem
        await sleep(100)
      }
  }

  async click() {
    await this.#onElement(element => element.click())
  }

  async dblclick() {
    const { driver, engine } = this.window
    // Firefox's driver counts all clicks of half a second together, wherever they are.
    if (engine === 'firefox') await sleep(500)
    await this.#onElement(element => driver.actions().doubleClick(element).perform())
  }

  async hover() {
    const { driver } = this.window
    await this.#onElement(origin => driver.actions().move({ origin }).perform())
    const { x, y, width, height } = await this.place()
    this.window.at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }

  async check() {
    await this.setChecked(true)
  }

  async uncheck() {
    await this.setChecked(false)
  }

  async setChecked(wanted: boolean) {
    if ((await this.describe()).checked !== wanted) await this.click()
    await this.#until(`is ${wanted ? '' : 'not '}checked`, ({ checked }) => checked === wanted)
  }

  /** Key by key, in place of what is there. */
  async fill(text: string) {
    const select = (field: HTMLInputElement) => {
      field.select()
      return document.activeElement === field
    }
    const isReady = async () => {
      await this.click()
      return this.evaluate(select)
    }
    await waitUntil(`${this} has the focus`, isReady, patienceMs)
    await this.window.type(text || Key.BACK_SPACE)
  }

  async pressSequentially(text: string) {
    if (!(await this.describe()).focused) await this.focus()
    await this.window.type(text)
  }

  async press(key: string) {
    if (!(await this.describe()).focused) await this.focus()
    await this.window.press(key)
  }

  async setInputFiles(files: string | Picture | Picture[]) {
    const folder = await mkdtemp(join(tmpdir(), 'svichka-files-'))
    const paths = (typeof files === 'string' ? [files] : [files].flat()).map(file => {
      const [name, content] =
        typeof file === 'string' ? [file, readFileSync(file)] : [file.name, file.buffer]
      const path = join(folder, name.split('/').at(-1) ?? '')
      writeFileSync(path, content)
      return path
    })
    await this.#until('is there', ({ count }) => count > 0)
    await this.window.inside(this.path, async () => {
      const element = await this.window.driver.executeScript<WebElement>(
        `const find = ${find}\nreturn find(arguments[0])[0]`,
        this.steps,
      )
      await element.sendKeys(paths.join('\n'))
    })
    this.window.leftovers.push(() => rm(folder, { recursive: true, force: true }))
  }
}

interface Picture {
  name: string
  buffer: Buffer
}

const keys: Record<string, string> = {
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowUp: Key.ARROW_UP,
  Control: Key.CONTROL,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  F8: Key.F8,
  Shift: Key.SHIFT,
  Tab: Key.TAB,
}

/** One window of the browser: whichever is spoken to, the driver is in it first, and in the frame. */
class BrowserWindow {
  readonly leftovers: (() => Promise<unknown>)[] = []

  constructor(
    readonly driver: WebDriver,
    readonly engine: Engine,
    readonly handle: string,
  ) {}

  async inside<T>(frames: Step[][], work: () => Promise<T>): Promise<T> {
    await this.driver.switchTo().window(this.handle)
    await this.driver.switchTo().defaultContent()
    for (const steps of frames) {
      const frame = await this.driver.executeScript<WebElement | null>(
        `const find = ${find}\nreturn find(arguments[0])[0] ?? null`,
        steps,
      )
      if (!frame) throw new Error(`The frame was not found: ${JSON.stringify(steps)}`)
      await this.driver.switchTo().frame(frame)
    }
    return work()
  }

  /** Where the mouse is. */
  at = { x: 0, y: 0 }

  /** The frames to the element that a test focused last: its document alone hears keys in WebKit. */
  focused: Step[][] = []

  #withFocus<T>(work: () => Promise<T>): Promise<T> {
    return this.inside(this.focused, work)
  }

  /** One after the other; in WebKit equal keys at once are one. */
  type(text: string) {
    return this.#withFocus(async () => {
      const actions = this.driver.actions()
      for (const key of text)
        if (key === '\n')
          actions.keyDown(Key.SHIFT).keyDown(Key.ENTER).keyUp(Key.ENTER).keyUp(Key.SHIFT)
        else actions.keyDown(key).keyUp(key)
      await actions.perform()
      await actions.clear()
    })
  }

  /** Such as `Enter` or `Control+a`. */
  press(combination: string) {
    return this.#withFocus(async () => {
      const pressed = combination.split('+').map(key => keys[key] ?? key)
      const actions = this.driver.actions()
      for (const key of pressed) actions.keyDown(key)
      for (const key of pressed.reverse()) actions.keyUp(key)
      await actions.perform()
      await actions.clear()
    })
  }

  #keyboards = 0

  /** WebKit's driver repeats a key that is down only for another keyboard, Firefox's for the same. */
  down(key: string) {
    if (this.engine === 'webkit') this.#keyboards += 1
    const keyboard = { toJSON: () => ({ type: 'key', id: `keyboard ${this.#keyboards}` }) }
    return this.#withFocus(() =>
      this.driver
        .actions()
        .insert(keyboard, { type: 'keyDown', value: keys[key] ?? key })
        .perform(),
    )
  }

  up() {
    return this.inside([], () => this.driver.actions().clear())
  }
}

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
    if (event === 'request') this.line.listeners.request.add(listener as (asked: Asked) => void)
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

  async reload() {
    await this.#leave(driver => driver.navigate().refresh())
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
    const size = { width: Math.max(width, least), height }
    await this.window.inside([], () => resizeWindow(this.window.driver, size))
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
      return this.#act(actions => actions.move({ ...this.window.at, origin: Origin.VIEWPORT }))
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
