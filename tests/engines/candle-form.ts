import { By, Key, type WebDriver } from 'selenium-webdriver'
import sharp, { type Sharp } from 'sharp'
import { expect } from 'vitest'

const cardFrame = 'iframe[title="Secure payment input frame"]'
const bankFrames = ['body > div > iframe[name^="__privateStripeFrame"]', '#challengeFrame']
/** In the bank's window over the form: what it asks, and its "yes". */
export const bankQuestion = { selector: 'h1', frames: bankFrames }
export const bankYes = { selector: '#test-source-authorize-3ds', frames: bankFrames }

interface Place {
  selector: string
  /** The frames around it, inside the form. */
  frames?: string[]
}

/** The form by its field names, in a window or in frames of it, as tests/e2e/candle-form.ts. */
export class CandleForm {
  /** `around`: the frames from the window to the form. */
  constructor(
    readonly driver: WebDriver,
    readonly around: string[] = [],
  ) {}

  async inside<T>(frames: string[], work: () => Promise<T>): Promise<T> {
    await this.driver.switchTo().defaultContent()
    for (const frame of frames)
      await this.driver.switchTo().frame(await this.driver.findElement(By.css(frame)))
    const result = await work()
    await this.driver.switchTo().defaultContent()
    return result
  }

  /** Runs in the form's page, or in frames of it. */
  evaluate<T>(script: (argument: string) => T, argument = '', frames: string[] = []): Promise<T> {
    const run = () => this.driver.executeScript<T>(`return (${script})(arguments[0])`, argument)
    return this.inside([...this.around, ...frames], run)
  }

  /** WebKit's driver takes what was painted last, which may be older than the page. */
  async takePicture(): Promise<Sharp> {
    await this.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    return sharp(Buffer.from(await this.driver.takeScreenshot(), 'base64'))
  }

  /** Waits until it is true; frames come and go meanwhile. */
  async until(condition: (argument: string) => unknown, argument = '', frames: string[] = []) {
    const isTrue = () => this.evaluate(condition, argument, frames).then(Boolean, () => false)
    await expect.poll(isTrue, { message: `${condition} ${argument}` }).toBe(true)
  }

  started() {
    return this.until(() => document.documentElement.dataset.started)
  }

  async says(text: string, selector = 'body') {
    const read = () => this.text(selector).catch(() => '')
    await expect.poll(read).toContain(text)
  }

  async text(selector: string): Promise<string> {
    const text = await this.evaluate(
      css => document.querySelector<HTMLElement>(css)?.innerText,
      selector,
    )
    return (text ?? '').replaceAll('\u00a0', ' ')
  }

  /** What is in a field. */
  valueOf(name: string) {
    return this.evaluate(
      wanted => document.querySelector<HTMLInputElement>(`[name=${wanted}]`)?.value,
      name,
    )
  }

  has(selector: string) {
    return this.evaluate(css => document.querySelector(css) !== null, selector)
  }

  /** Top and bottom in the window, in CSS pixels. */
  async placeOf({ selector, frames = [] }: Place) {
    const path = [...this.around, ...frames]
    const find = (css: string) =>
      this.driver.executeScript<{ top: number; bottom: number }>(
        'return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()',
        css,
      )
    let offset = 0
    for (const [depth, frame] of path.entries())
      offset += (await this.inside(path.slice(0, depth), () => find(frame))).top
    const { top, bottom } = await this.inside(path, () => find(selector))
    return { top: top + offset, bottom: bottom + offset }
  }

  /** All of it is in the window, and stays there. */
  async isInSight(place: Place) {
    const isInside = async () => {
      const height = await this.driver.executeScript<number>('return innerHeight')
      const { top, bottom } = await this.placeOf(place)
      return top >= 0 && bottom <= height ? 'in sight' : `${place.selector}: ${top} to ${bottom}`
    }
    await expect.poll(() => isInside().catch(String), { timeout: 12_000 }).toBe('in sight')
  }

  /**
   * Scrolls the window as a visitor does, because a frame of another site cannot in WebKit, and presses.
   * `at`: where in the window, in CSS pixels from its top.
   */
  async press(selector: string, { frames = [], at }: { frames?: string[]; at?: number } = {}) {
    const isReady = (css: string) => {
      const found = document.querySelector(css)
      return found && found.getClientRects().length > 0 && !found.matches(':disabled')
    }
    await this.until(isReady, selector, frames)
    const press = async () => {
      const { top, bottom } = await this.placeOf({ selector, frames })
      await this.driver.executeScript(
        'scrollBy(0, arguments[0] - (arguments[1] ?? innerHeight / 2))',
        (top + bottom) / 2,
        at ?? null,
      )
      await this.inside([...this.around, ...frames], async () =>
        (await this.driver.findElement(By.css(selector))).click(),
      )
    }
    // Where a frame that gets its height has moved meanwhile, nothing was pressed.
    const patientUntil = Date.now() + 30_000
    for (;;)
      try {
        return await press()
      } catch (problem) {
        const isMoving = String(problem).includes('scrolled into view')
        if (!isMoving || Date.now() > patientUntil) throw problem
      }
  }

  async pressBank() {
    await this.press(bankYes.selector, { frames: bankFrames })
  }

  /** Key by key, in place of what is there. */
  async fill(selector: string, text: string, frames: string[] = []) {
    await this.press(selector, { frames })
    await this.inside([...this.around, ...frames], async () => {
      await this.driver.executeScript('document.querySelector(arguments[0]).select()', selector)
      await this.keys(text)
    })
  }

  /** One after the other; in WebKit equal keys at once are one. */
  async keys(text: string) {
    const actions = this.driver.actions()
    for (const key of text) actions.keyDown(key).keyUp(key)
    await actions.perform()
    await actions.clear()
  }

  async escape() {
    await this.inside(this.around, () => this.keys(Key.ESCAPE))
  }

  async fillWords(name: string, purpose = 'Мир') {
    await this.fill('[name=forWhom]', name)
    await this.fill('[name=purpose]', purpose)
  }

  async choose(uah: number) {
    await this.press(`input[name=amount][value="${uah}"]`)
    await this.until(() => document.querySelector('button[name=pay]:enabled'))
  }

  async fillCard(number: string) {
    await this.until(() => document.querySelector('button[name=pay]:enabled'))
    for (const [name, text] of Object.entries({ number, expiry: '1234', cvc: '123' }))
      await this.fill(`#Field-${name}Input`, text, [cardFrame])
  }

  async payWith(number: string, at?: number) {
    await this.fillCard(number)
    await this.press('button[name=pay]', at === undefined ? {} : { at })
  }
}

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksBank: '4000000000003220',
  redirects: '4000009000000003',
} as const
