import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver'
import { findMiniBrowser, findProgram } from '../../scripts/programs'
import { findFreePort } from '../setup/free-port'
import { waitUntil } from './wait-until'

/**
 * WebKitGTK's own small browser. `switches`: its settings, such as `--enable-html5-local-storage=false`.
 * `moves`: the system does not ask for reduced motion.
 */
export async function startWebKit(switches: string[], moves = false) {
  const home = mkdtempSync(join(tmpdir(), 'svichka-webkit-'))
  const children: ChildProcess[] = []
  const run: Run = (program, args, env = {}) => {
    const child = spawn(findProgram(program), args, {
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: home,
        FONTCONFIG_FILE: resolve('tests/setup/fonts.conf'),
        ...env,
      },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      // A group of its own, so that the browser ends with its driver.
      detached: true,
    })
    children.push(child)
    return child
  }
  const end = async () => {
    for (const child of children.reverse())
      if (child.pid && child.exitCode === null) {
        const ended = once(child, 'exit')
        process.kill(-child.pid)
        await ended
      }
    rmSync(home, { recursive: true, force: true })
  }
  setUpToolkit(home, moves)
  try {
    return { driver: await open(run, switches), pid: children.at(-1)?.pid ?? 0, end }
  } catch (error) {
    await end()
    throw error
  }
}

type Run = (program: string, args: string[], env?: Record<string, string>) => ChildProcess

async function open(run: Run, switches: string[]): Promise<WebDriver> {
  const screen = run('Xvfb', [
    '-displayfd',
    '3',
    '-nolisten',
    'tcp',
    '-screen',
    '0',
    '1400x1800x24',
  ])
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await findFreePort()
  run('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${String(display).trim()}`,
    NO_AT_BRIDGE: '1',
  })
  const server = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil('WebKitWebDriver answers', isUp)
  const browserOptions = { binary: findMiniBrowser(), args: ['--automation', ...switches] }
  const options = {
    browserName: 'MiniBrowser',
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': browserOptions,
  }
  return new Builder()
    .usingServer(server)
    .disableEnvironmentOverrides()
    .withCapabilities(new Capabilities(options))
    .build()
}

/** The window is as wide as GTK's toolbar needs, and a phone is narrower. */
function setUpToolkit(home: string, moves: boolean) {
  mkdirSync(join(home, 'gtk-3.0'))
  const css =
    'toolbar, toolbar *, entry, button { min-width: 0; padding: 0; margin: 0; font-size: 1px; }'
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), css)
  writeFileSync(
    join(home, 'gtk-3.0/settings.ini'),
    `[Settings]\ngtk-enable-animations=${Number(moves)}\n`,
  )
}
