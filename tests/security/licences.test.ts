import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const Lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      license: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      devOptional: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
      integrity: v.optional(v.string()),
    }),
  ),
})

const packages = Object.entries(
  v.parse(Lockfile, JSON.parse(readFileSync('package-lock.json', 'utf8'))).packages,
)
  .filter(([, { dev, devOptional, link }]) => !dev && !devOptional && !link)
  // Our own packages are no packages from elsewhere.
  .filter(([path]) => path.includes('node_modules/'))

const Manifest = v.object({ dependencies: v.record(v.string(), v.string()) })
const { dependencies } = v.parse(Manifest, JSON.parse(readFileSync('package.json', 'utf8')))

const free = new Set(['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'MIT-0'])
/** docs/dependencies.md says why these may stay. */
const explained = [
  /^node_modules\/@img\/sharp-/,
  /^node_modules\/@zone-eu\/mailsplit$/,
  /^node_modules\/libheif-js$/,
]

test('every package that the server runs on has a licence that the docs account for', () => {
  expect(packages.length).toBeGreaterThan(50)
  const strange = packages
    .filter(([path]) => !explained.some(pattern => pattern.test(path)))
    .filter(([, { license }]) => !free.has(license ?? 'none'))
  expect(strange).toEqual([])
})

test('every package is pinned by the hash of its content', () => {
  expect(packages.filter(([, { integrity }]) => !integrity)).toEqual([])
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})
