import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFirefox } from '../../scripts/programs'
import { Driver } from './driver'
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

async function openSession(port: number, switchedOff: string[]): Promise<Driver> {
  const marionette = new Marionette(connect(port, '127.0.0.1'))
  await marionette.greeted
  await marionette.send('WebDriver:NewSession', { pageLoadStrategy: 'none' })
  await marionette.send('Marionette:SetContext', { value: 'chrome' })
  for (const name of switchedOff)
    await marionette.send('WebDriver:ExecuteScript', {
      script: 'Services.prefs.setBoolPref(arguments[0], false)',
      args: [name],
    })
  await marionette.send('Marionette:SetContext', { value: 'content' })
  return new Driver(async (command, parameters) => {
    const result = await marionette.send(`WebDriver:${command}`, translate(command, parameters))
    const isWrapped = result !== null && typeof result === 'object' && 'value' in result
    return isWrapped ? result.value : result
  })
}

/** Where Marionette differs from the specification. */
function translate(command: string, parameters: object): object {
  if (command === 'TakeScreenshot') return { full: false, hash: false }
  if (command !== 'SwitchToFrame' || !('id' in parameters)) return parameters
  const { id } = parameters
  return { element: id && Object.values(id)[0] }
}

async function readPort(file: string): Promise<number> {
  const read = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
  await waitUntil('Firefox answers', () => read() > 0, 20_000)
  return read()
}

/** A packet is its length in bytes, a colon and JSON: [kind, id, command or error, parameters or result]. */
class Marionette {
  readonly greeted: Promise<void>
  readonly #waiting = new Map<
    number,
    (problem: { error: string; message: string } | null, result: unknown) => void
  >()
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
        if (problem) reject(new Error(`${problem.error}: ${problem.message}`))
        else resolve(result)
      })
    })
  }
}
