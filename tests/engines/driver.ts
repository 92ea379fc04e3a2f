import { setTimeout as pause } from 'node:timers/promises'

/** A WebDriver session, whatever carries its commands. Names and parameters are those of Marionette. */
export interface Session {
  send(command: string, parameters?: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

/** The key under which WebDriver gives an element. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
/** How long something is waited for, in ms. */
const patience = 30_000

/** The visitor of a page, in any engine. Elements are named by CSS selectors. */
export interface Visitor {
  open(url: string): Promise<void>
  click(selector: string, frames?: string[]): Promise<void>
  type(selector: string, text: string, frames?: string[]): Promise<void>
  /** Waits until an element that can be seen says this. */
  see(selector: string, text: string, frames?: string[]): Promise<void>
}

export function createVisitor(session: Session): Visitor {
  async function find(selector: string): Promise<Record<string, string>> {
    const found = await session.send('WebDriver:FindElement', {
      using: 'css selector',
      value: selector,
    })
    const { value = found } = found as { value?: unknown }
    return value as Record<string, string>
  }

  async function within<T>(frames: string[], work: () => Promise<T>): Promise<T> {
    await session.send('WebDriver:SwitchToFrame', { id: null })
    for (const frame of frames)
      await session.send('WebDriver:SwitchToFrame', await frameParameters(frame))
    return work()
  }

  // Firefox takes the element's number by itself, the standard takes the whole reference.
  async function frameParameters(selector: string) {
    const element = await find(selector)
    return { element: element[elementKey], id: element }
  }

  /** What is not there yet, or moves, is tried again. */
  async function patiently<T>(what: string, work: () => Promise<T>): Promise<T> {
    const until = Date.now() + patience
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (Date.now() > until) throw new Error(`${what}: ${String(error)}`)
        await pause(200)
      }
    }
  }

  const handle = async (selector: string) => ({ id: (await find(selector))[elementKey] })

  return {
    async open(url) {
      await session.send('WebDriver:Navigate', { url })
    },
    click: (selector, frames = []) =>
      patiently(selector, () =>
        within(frames, async () => {
          await session.send('WebDriver:ElementClick', await handle(selector))
        }),
      ),
    type: (selector, text, frames = []) =>
      patiently(selector, () =>
        within(frames, async () => {
          const element = await handle(selector)
          // WebKit takes keys only in a frame that was clicked into.
          await session.send('WebDriver:ElementClick', element)
          await session.send('WebDriver:ElementSendKeys', { ...element, text })
        }),
      ),
    see: (selector, text, frames = []) =>
      patiently(selector, () =>
        within(frames, async () => {
          const said = await session.send('WebDriver:GetElementText', await handle(selector))
          const seen = JSON.stringify(said)
          if (!seen.includes(text)) throw new Error(`"${text}" was expected, not ${seen}`)
        }),
      ),
  }
}
