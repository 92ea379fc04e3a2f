import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const prepareFirst = '\nType: npm run prepare-machine'

// The shell first: it has no window to draw and needs a third less processor time.
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The path of Chromium: CHROMIUM_PATH, an installed one, or Playwright's download. */
export function findChromium(): string {
  const path =
    process.env.CHROMIUM_PATH ??
    pathFolders()
      .flatMap(folder => chromiumNames.map(name => join(folder, name)))
      .concat(chromium.executablePath())
      .find(existsSync)
  if (!path) throw new Error(`Chromium is not installed.${prepareFirst}`)
  return path
}

/** The folder of PostgreSQL's programs. Debian keeps `initdb` out of PATH. */
export function findPostgres(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const folder = versions
    .sort((a, b) => b - a)
    .map(version => join(debian, String(version), 'bin'))
    .concat(pathFolders())
    .find(place => existsSync(join(place, 'initdb')))
  if (!folder) throw new Error(`PostgreSQL is not installed.${prepareFirst}`)
  return folder
}

export function findDovecot(): string {
  const path = ['/usr/sbin', ...pathFolders()]
    .map(folder => join(folder, 'dovecot'))
    .find(existsSync)
  if (!path) throw new Error(`Dovecot is not installed.${prepareFirst}`)
  return path
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter)
}
