import { expect as playwrightExpect } from '@playwright/test'
import { DrivenLocator } from './driven-locator'
import { DrivenPage } from './driven-page'

type State = Awaited<ReturnType<DrivenLocator['describe']>>
type Text = string | RegExp
interface Options {
  timeout?: number
}

/** Playwright's own, which also understands what stands in a driven page. */
export const expect: typeof playwrightExpect = new Proxy(playwrightExpect, {
  apply(target, self, [actual, ...rest]) {
    if (actual instanceof DrivenLocator)
      return { ...expectLocator(actual, false), not: expectLocator(actual, true) }
    if (actual instanceof DrivenPage) return expectPage(actual)
    return Reflect.apply(target, self, [actual, ...rest])
  },
})

function expectLocator(locator: DrivenLocator, isNot: boolean) {
  const become = async (
    what: string,
    isSo: (state: State) => boolean,
    { timeout = 30_000, asking = {} }: Options & { asking?: object } = {},
  ) => {
    const look = async () => {
      const state = await locator.describe(asking).catch(() => null)
      if (state === null) return 'no such frame'
      return isSo(state) !== isNot || state
    }
    const message = `${locator} ${isNot ? 'not ' : ''}${what}`
    await playwrightExpect.poll(look, { message, timeout, intervals: [50] }).toBe(true)
  }
  /** Of an element that is there, also for `not`. */
  const hold = (what: string, isSo: (state: State) => boolean, options?: object) =>
    become(what, state => (state.count > 0 ? isSo(state) : isNot), options)
  return {
    toBeVisible: (options?: Options) => become('visible', ({ visible }) => visible, options),
    toBeHidden: (options?: Options) => become('hidden', ({ visible }) => !visible, options),
    toHaveCount: (wanted: number) => become(`${wanted} times`, ({ count }) => count === wanted),
    toBeEnabled: () => hold('enabled', ({ enabled }) => enabled),
    toBeDisabled: () => hold('disabled', ({ enabled }) => !enabled),
    toBeChecked: () => hold('checked', ({ checked }) => checked),
    toBeFocused: (options?: Options) => hold('focused', ({ focused }) => focused, options),
    toContainText: (wanted: Text) => hold(`${wanted}`, ({ text }) => has(text, wanted)),
    toHaveText: (wanted: Text) => hold(`${wanted}`, ({ text }) => is(text, wanted)),
    toHaveValue: (wanted: string) => hold(`= ${wanted}`, ({ value }) => value === wanted),
    toHaveAccessibleDescription: (wanted: string) =>
      hold(wanted, ({ description }) => is(description, wanted)),
    toHaveAttribute: (name: string, wanted: Text = /^/) =>
      hold(`${name}=${wanted}`, state => state.attribute !== null && is(state.attribute, wanted), {
        asking: { attribute: name },
      }),
    toHaveCSS: (name: string, wanted: Text) =>
      hold(`${name}: ${wanted}`, state => is(state.css, wanted), { asking: { css: name } }),
    async toBeInViewport({ ratio = Number.MIN_VALUE } = {}) {
      const look = async () => {
        const place = await locator.place().catch(() => null)
        return (place !== null && place.seen >= ratio !== isNot) || place
      }
      const message = `${locator} ${isNot ? 'not ' : ''}in sight`
      await playwrightExpect.poll(look, { message, intervals: [50] }).toBe(true)
    },
  }
}

function expectPage(page: DrivenPage) {
  const look = (isNot: boolean) => ({
    toHaveURL: (wanted: Text) =>
      playwrightExpect
        .poll(async () => {
          const address = await page.address()
          return is(address, wanted) !== isNot || address
        })
        .toBe(true),
  })
  return { ...look(false), not: look(true) }
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

function has(text: string, wanted: Text) {
  return typeof wanted === 'string' ? text.includes(plain(wanted)) : wanted.test(text)
}

function is(text: string, wanted: Text) {
  return typeof wanted === 'string' ? text === plain(wanted) : wanted.test(text)
}
