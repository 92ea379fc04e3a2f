const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** An element of a page, as WebDriver writes it. A script takes and returns it so. */
export interface DrivenElement {
  [elementKey]: string
}

/** Sends a command by its name in the specification (w3.org/TR/webdriver2). Elements go by their ids. */
export type Send = (command: string, parameters: object) => Promise<unknown>

type Action = Record<string, unknown> & { type: string }

/** WebDriver's codes of the keys that have no character. */
export const keys: Record<string, string> = {
  ArrowDown: '\ue015',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  Backspace: '\ue003',
  Control: '\ue009',
  Enter: '\ue007',
  Escape: '\ue00c',
  F8: '\ue038',
  Shift: '\ue008',
  Tab: '\ue004',
}

/** As much of WebDriver as the tests use. */
export class Driver {
  constructor(private readonly send: Send) {}

  /** Runs a script, which sees its arguments as `arguments`, in the present window and frame. */
  run<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.send('ExecuteScript', { script, args }) as Promise<T>
  }

  goto = (url: string) => this.send('Navigate', { url })
  reload = () => this.send('Refresh', {})
  goBack = () => this.send('Back', {})
  address = () => this.send('GetCurrentURL', {}) as Promise<string>

  window = () => this.send('GetWindowHandle', {}) as Promise<string>
  switchToWindow = (handle: string) => this.send('SwitchToWindow', { handle })
  closeWindow = () => this.send('CloseWindow', {})

  /** Opens a window and goes there. Resolves to its handle. */
  async openWindow(): Promise<string> {
    const { handle } = (await this.send('NewWindow', { type: 'window' })) as { handle: string }
    await this.switchToWindow(handle)
    return handle
  }

  /** Null: the page itself. */
  switchToFrame = (frame: DrivenElement | null) => this.send('SwitchToFrame', { id: frame })
  setWindowSize = (width: number, height: number) =>
    this.send('SetWindowRect', { x: 0, y: 0, width, height })

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.send('TakeScreenshot', {})), 'base64')
  }

  click = (element: DrivenElement) => this.send('ElementClick', { id: element[elementKey] })
  sendKeys = (element: DrivenElement, text: string) =>
    this.send('ElementSendKeys', { id: element[elementKey], text })

  async doubleClick(element: DrivenElement) {
    const click = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.actWithMouse(
      { type: 'pointerMove', x: 0, y: 0, origin: element },
      ...click,
      ...click,
    )
  }

  actWithMouse(...actions: Action[]) {
    const parameters = { pointerType: 'mouse' }
    return this.send('PerformActions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    })
  }

  /** Scrolls by `deltaX` and `deltaY` where the mouse is. */
  scroll(at: { x: number; y: number }, deltaX: number, deltaY: number) {
    const actions = [{ type: 'scroll', ...at, deltaX, deltaY, duration: 0, origin: 'viewport' }]
    return this.send('PerformActions', { actions: [{ type: 'wheel', id: 'wheel', actions }] })
  }

  actWithKeys(actions: Action[], id = 'keyboard') {
    return this.send('PerformActions', { actions: [{ type: 'key', id, actions }] })
  }

  /** Releases all keys and buttons. */
  release = () => this.send('ReleaseActions', {})
}
