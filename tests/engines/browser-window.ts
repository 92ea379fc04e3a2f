import { type DrivenElement, type Driver, keys } from './driver'
import { find, type Step } from './find-elements'
import type { Engine } from './start-engine'

/** One window of the browser: whichever is spoken to, the driver is in it first, and in the frame. */
export class BrowserWindow {
  readonly leftovers: (() => Promise<unknown>)[] = []

  constructor(
    readonly driver: Driver,
    readonly engine: Engine,
    readonly handle: string,
  ) {}

  async inside<T>(frames: Step[][], work: () => Promise<T>): Promise<T> {
    await this.driver.switchToWindow(this.handle)
    await this.driver.switchToFrame(null)
    for (const steps of frames) {
      const frame = await this.driver.run<DrivenElement | null>(
        `const find = ${find}\nreturn find(arguments[0])[0] ?? null`,
        steps,
      )
      if (!frame) throw new Error(`The frame was not found: ${JSON.stringify(steps)}`)
      await this.driver.switchToFrame(frame)
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
      const presses = [...text].flatMap(key =>
        key === '\n' ? press('Shift', 'Enter') : press(key),
      )
      await this.driver.actWithKeys(presses)
      await this.driver.release()
    })
  }

  /** Such as `Enter` or `Control+a`. */
  press(combination: string) {
    return this.#withFocus(async () => {
      await this.driver.actWithKeys(press(...combination.split('+')))
      await this.driver.release()
    })
  }

  #keyboards = 0

  /** WebKit's driver repeats a key that is down only for another keyboard, Firefox's for the same. */
  down(key: string) {
    if (this.engine === 'webkit') this.#keyboards += 1
    const keyboard = `keyboard ${this.#keyboards}`
    return this.#withFocus(() =>
      this.driver.actWithKeys([{ type: 'keyDown', value: keys[key] ?? key }], keyboard),
    )
  }

  up() {
    return this.inside([], () => this.driver.release())
  }
}

/** The keys go down in this order, and up in the other. */
function press(...combination: string[]) {
  const pressed = combination.map(key => keys[key] ?? key)
  return [
    ...pressed.map(value => ({ type: 'keyDown', value })),
    ...pressed.toReversed().map(value => ({ type: 'keyUp', value })),
  ]
}
