import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebElement } from 'selenium-webdriver'
import type { BrowserWindow } from './browser-window'
import { type Asking, describe, find, type Step } from './find-elements'
import { waitUntil } from './wait-until'

export const patienceMs = 30_000

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Picture {
  name: string
  buffer: Buffer
}

/** Elements of a page or of a frame in it. */
export class Place {
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

  getByText(text: string) {
    return this.#next({ text })
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

  /** Firefox's driver answers null in a frame that goes away meanwhile. */
  async describe(asking: Asking = {}) {
    const state: ReturnType<typeof describe> | null = await this.run(describe, asking)
    if (state === null) throw new Error(`The frame of ${this} went away.`)
    return state
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
    await (text ? this.window.type(text) : this.window.press('Backspace'))
  }

  async pressSequentially(text: string) {
    if (!(await this.describe()).focused) await this.focus()
    await this.window.type(text)
  }

  async press(key: string) {
    if (!(await this.describe()).focused) await this.focus()
    await this.window.press(key)
  }

  async setInputFiles(pictures: Picture[]) {
    const folder = await mkdtemp(join(tmpdir(), 'svichka-files-'))
    const paths = pictures.map(({ name, buffer }) => {
      const path = join(folder, name)
      writeFileSync(path, buffer)
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
