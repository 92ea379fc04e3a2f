import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  optional?: boolean
  engines?: { node?: string }
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const locked: Record<string, Package> = read('package-lock.json').packages
const manifest = read('package.json')
const packages = Object.entries(locked).filter(
  ([path, { dev, devOptional, link }]) =>
    path.includes('node_modules/') && !dev && !devOptional && !link,
)

const free = new Set([
  'MIT',
  '0BSD',
  'ISC',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MIT-0',
  '(MIT OR Apache-2.0)',
])
/** CONTRIBUTING.md says why these may stay. */
const explained = [/^node_modules\/@img\/sharp-/, /^node_modules\/libheif-js$/]

test('every package that the server runs on has a licence that the docs account for', () => {
  expect(packages.length).toBeGreaterThan(50)
  const strange = packages
    .filter(([path]) => !explained.some(pattern => pattern.test(path)))
    .filter(([, { license }]) => !free.has(license ?? 'none'))
  expect(strange).toEqual([])
})

test('package.json pins every package to one version', () => {
  for (const version of Object.values(manifest.dependencies))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('the oldest Node that we name installs every package without a warning', () => {
  const oldest = Number(/^>=(\d+)/.exec(manifest.engines.node)?.[1])
  const newer = Object.entries(locked).filter(([, { engines, optional }]) => {
    const majors = (engines?.node ?? '')
      .split('||')
      .map(range => Number(/\d+/.exec(range)?.[0] ?? 0))
    return !optional && Math.min(...majors) > oldest
  })
  expect(newer.map(([path]) => path)).toEqual([])
})

test('no override is an alias, which the npm of Debian 13 cannot install', () => {
  expect(JSON.stringify(manifest.overrides)).not.toContain('npm:')
})
