import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { error, Session, WebDriver } from 'selenium-webdriver'
import type { Command, Executor } from 'selenium-webdriver/lib/command'
import { findFirefox } from '../../scripts/programs'
import { waitUntil } from './wait-until'

/**
 * Firefox by its own remote protocol, Marionette: geckodriver, which translates WebDriver to it, is in
 * neither Debian nor npm. `switchedOff`: preferences that Firefox itself needs while it starts.
 */
export async function startFirefox(
  preferences: Record<string, boolean | number>,
  switchedOff: string[],
) {
  const profile = mkdtempSync(join(tmpdir(), 'svichka-firefox-'))
  const settings = {
    'marionette.port': 0,
    'browser.shell.checkDefaultBrowser': false,
    ...preferences,
  }
  const lines = Object.entries(settings).map(([name, value]) => `user_pref('${name}', ${value});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = [
    '--marionette',
    '--remote-allow-system-access',
    '--headless',
    '--no-remote',
    '--profile',
    profile,
  ]
  const firefox = spawn(findFirefox(), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, FONTCONFIG_FILE: resolve('tests/setup/fonts.conf') },
  })
  let output = ''
  firefox.stderr.on('data', data => {
    output += data
  })
  const ended = once(firefox, 'exit')
  const end = async () => {
    firefox.kill()
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const port = await readPort(join(profile, 'MarionetteActivePort'))
    return { driver: await openSession(port, switchedOff), pid: firefox.pid ?? 0, end }
  } catch (error) {
    await end()
    throw new Error(`Firefox did not start:\n${output}`, { cause: error })
  }
}

async function openSession(port: number, switchedOff: string[]): Promise<WebDriver> {
  const marionette = new Marionette(connect(port, '127.0.0.1'))
  await marionette.greeted
  const opened = await marionette.send('WebDriver:NewSession', { pageLoadStrategy: 'none' })
  const { sessionId, capabilities } = opened as { sessionId: string; capabilities: object }
  await marionette.send('Marionette:SetContext', { value: 'chrome' })
  for (const name of switchedOff)
    await marionette.send('WebDriver:ExecuteScript', {
      script: 'Services.prefs.setBoolPref(arguments[0], false)',
      args: [name],
    })
  await marionette.send('Marionette:SetContext', { value: 'content' })
  return new WebDriver(new Session(sessionId, capabilities), marionette)
}

async function readPort(file: string): Promise<number> {
  const read = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
  await waitUntil('Firefox answers', () => read() > 0, 20_000)
  return read()
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

interface Parameters {
  id?: { [elementKey]?: string } | null
  [name: string]: unknown
}

type Translation = [command: string, parameters?: (sent: Parameters) => object]

const ofElement = ({ id, ...rest }: Parameters) => ({ ...rest, id: id?.[elementKey] })

/** Selenium's names of the commands that the tests use, and Marionette's. */
const translations: Record<string, Translation> = {
  get: ['Navigate'],
  getCurrentUrl: ['GetCurrentURL'],
  goBack: ['Back'],
  refresh: ['Refresh'],
  newWindow: ['NewWindow'],
  getCurrentWindowHandle: ['GetWindowHandle'],
  switchToWindow: ['SwitchToWindow'],
  close: ['CloseWindow'],
  clickElement: ['ElementClick', ofElement],
  switchToFrame: ['SwitchToFrame', ({ id }) => ({ element: id?.[elementKey] ?? null })],
  executeScript: ['ExecuteScript'],
  actions: ['PerformActions'],
  clearActions: ['ReleaseActions'],
  setWindowRect: ['SetWindowRect'],
  sendKeysToElement: ['ElementSendKeys', ofElement],
  screenshot: ['TakeScreenshot', () => ({ full: false, hash: false })],
}

/** A packet is its length in bytes, a colon and JSON: [kind, id, command or error, parameters or result]. */
class Marionette implements Executor {
  readonly greeted: Promise<void>
  readonly #waiting = new Map<number, (error: unknown, result: unknown) => void>()
  #received = Buffer.alloc(0)
  #last = 0

  constructor(private readonly socket: Socket) {
    this.greeted = new Promise(greeted => {
      socket.on('data', data => {
        this.#received = Buffer.concat([this.#received, data])
        for (let packet = this.#next(); packet !== undefined; packet = this.#next())
          if (Array.isArray(packet)) this.#waiting.get(packet[1])?.(packet[2], packet[3])
          else greeted()
      })
    })
  }

  #next(): unknown {
    const start = this.#received.indexOf(':') + 1
    const end = start + Number(this.#received.subarray(0, start - 1))
    if (start === 0 || this.#received.length < end) return undefined
    const packet = this.#received.subarray(start, end).toString()
    this.#received = this.#received.subarray(end)
    return JSON.parse(packet)
  }

  send(command: string, parameters: object): Promise<unknown> {
    this.#last += 1
    const id = this.#last
    const packet = JSON.stringify([0, id, command, parameters])
    this.socket.write(`${Buffer.byteLength(packet)}:${packet}`)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (problem, result) => {
        this.#waiting.delete(id)
        if (problem) reject(Object.assign(new error.WebDriverError(), problem))
        else resolve(result)
      })
    })
  }

  async execute(command: Command): Promise<unknown> {
    const name = command.getName()
    const [translated, convert] = translations[name] ?? []
    if (!translated) throw new Error(`The Firefox driver has no command ${name}.`)
    const { sessionId: _, ...parameters } = command.getParameters() as Parameters
    const result = await this.send(`WebDriver:${translated}`, convert?.(parameters) ?? parameters)
    const isWrapped = result !== null && typeof result === 'object' && 'value' in result
    return isWrapped ? result.value : result
  }

  /** Selenium wants it of every executor. */
  defineCommand(): void {}
}
