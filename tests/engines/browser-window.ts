import type { WebDriver, WebElement } from 'selenium-webdriver'
import type { Engine } from './engine'
import { find, type Step } from './find-elements'

declare module 'selenium-webdriver' {
  interface Actions {
    /** Missing in its types, like the next. */
    insert(device: { toJSON(): object }, action: object): Actions
    scroll(x: number, y: number, deltaX: number, deltaY: number, origin?: WebElement): Actions
  }
}

const [enter, shift] = ['\ue007', '\ue008']

/** The characters by which the specification of WebDriver names keys. */
const keys: Record<string, string> = {
  ArrowDown: '\ue015',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  Backspace: '\ue003',
  Control: '\ue009',
  Enter: enter,
  Escape: '\ue00c',
  F8: '\ue038',
  Shift: shift,
  Tab: '\ue004',
}

/** One window of the browser: whichever is spoken to, the driver is in it first, and in the frame. */
export class BrowserWindow {
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
        if (key === '\n') actions.keyDown(shift).keyDown(enter).keyUp(enter).keyUp(shift)
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

  /** Gives the page this size: the window's own edges and bars come on top. */
  resize(wanted: { width: number; height: number }) {
    return this.inside([], async () => {
      let rect = { x: 0, y: 0, ...wanted }
      for (let tries = 0; tries < 50; tries += 1) {
        await this.driver.manage().window().setRect(rect)
        const [width = 0, height = 0] = await this.driver.executeScript<number[]>(
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
    })
  }
}
