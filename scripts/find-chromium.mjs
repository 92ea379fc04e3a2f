// Where the browser tests find Chromium: CHROMIUM_PATH, an installed one, Debian's package (as
// root), or Playwright's own download. Never a silent skip.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

// The shell first: it has no window to draw, and needs a third less.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const advice =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell), let Playwright ' +
  'download its own (npx playwright install chromium), or set CHROMIUM_PATH.'

/** The path of a Chromium that can be started; installs one where that is possible. */
export function findChromium() {
  return installed() ?? fromDebian() ?? downloaded() ?? fail()
}

function installed() {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.flatMap(folder => names.map(name => join(folder, name))).find(existsSync)
  const own = chromium.executablePath()
  return found ?? (existsSync(own) ? own : undefined)
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Chromium is not installed: taking it from Debian.')
  attempt('apt-get', ['update'])
  attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
  return installed()
}

function downloaded() {
  console.log('Chromium is not installed: letting Playwright download it.')
  attempt('npx', ['playwright', 'install', 'chromium'])
  return installed()
}

function attempt(program, args) {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    // The next place is looked at; if none has it, the advice is the answer.
  }
}

/** @returns {never} */
function fail() {
  console.error(advice)
  process.exit(1)
}
