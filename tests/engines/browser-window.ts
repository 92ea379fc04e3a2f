import { Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { find, type Step } from './find-elements'
import type { Engine } from './start-engine'

declare module 'selenium-webdriver' {
  interface Actions {
    /** Missing in its types, like the next. */
    insert(device: { toJSON(): object }, action: object): Actions
    scroll(x: number, y: number, deltaX: number, deltaY: number, origin?: WebElement): Actions
  }
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
