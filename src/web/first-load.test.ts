import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Manifest } from 'vite'
import { beforeAll, expect, it, vi } from 'vitest'
import { buildPage, listScripts, measureKb } from '../../bench/build'
import { languages } from '../shared/language'

const built = resolve('dist/web')
let manifest: Manifest
let emptyReactKb: number

beforeAll(async () => {
  const written = join(built, '.vite/manifest.json')
  if (!existsSync(written)) throw new Error('There is no built page: run `npm run build` first.')
  manifest = JSON.parse(readFileSync(written, 'utf8'))
  vi.stubEnv('NODE_ENV', 'production')
  await buildPage('empty-react')
  vi.unstubAllEnvs()
  emptyReactKb = measureKb(listScripts('empty-react'))
})

it('the checkout module is within 54.5 kB', () => {
  const { file = '' } = manifest['src/web/checkout-module.ts'] ?? {}
  expect(measureKb([join(built, file)])).toBeLessThanOrEqual(54.5)
})

it.each(languages)(
  'in %s one script within 1.18 of an empty React page, and no style sheet',
  language => {
    const html = readFileSync(join(built, 'documents', `${language}.html`), 'utf8')
    const linked = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+\.js)"/g)].map(
      match => match[1],
    )
    const entry = Object.values(manifest).find(chunk => chunk.file === linked[0])
    if (!entry) throw new Error('The page names a script that the build did not make.')
    expect(linked).toEqual([entry.file])
    expect(entry.imports ?? []).toEqual([])
    expect(measureKb([join(built, entry.file)]) / emptyReactKb).toBeLessThanOrEqual(1.18)

    expect(html.match(/<style\b(?! media=)/g)).toHaveLength(1)
    expect(html).not.toMatch(/<link[^>]+stylesheet|\sstyle="/)
  },
)
