import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The folders that programs are looked for in. */
export const folders = (process.env.PATH ?? '').split(delimiter)

/** Finds the folder of PostgreSQL's programs. Debian keeps `initdb` out of PATH. */
export function findPostgres(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const newest = versions.sort((a, b) => b - a).map(version => join(debian, `${version}`, 'bin'))
  const places = [...newest, ...folders].map(folder => join(folder, 'initdb'))
  return dirname(findFirst('PostgreSQL', places))
}

export function findFirefox(): string {
  const names = ['firefox-esr', 'firefox']
  return findFirst(
    'Firefox',
    names.flatMap(name => folders.map(folder => join(folder, name))),
  )
}

/** Finds WebKitGTK's own browser. Debian keeps it beside the library. */
export function findMiniBrowser(): string {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return findFirst(
    'WebKit',
    libraries.map(name => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`),
  )
}

export function findProgram(name: string): string {
  return findFirst(
    name,
    folders.map(folder => join(folder, name)),
  )
}

/** The first of these paths that exists. */
export function findFirst(name: string, paths: string[]): string {
  const path = paths.find(existsSync)
  if (path) return path
  throw new Error(`${name} is not installed.\nType: npm run prepare-machine`)
}
