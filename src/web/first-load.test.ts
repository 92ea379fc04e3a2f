import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../shared/language'

/** The first flight of packets of a connection, in bytes. */
const firstFlight = 14 * 1024

const built = resolve('dist/web')
/** The built files of the page's script: the name of each, and the names of those it imports. */
let imports: Map<string, string[]>
let emptyReact: number

beforeAll(async () => {
  const written = join(built, '.vite/manifest.json')
  if (!existsSync(written)) throw new Error('There is no built page: run `npm run build` first.')
  const manifest: Manifest = JSON.parse(readFileSync(written, 'utf8'))
  imports = new Map(
    Object.values(manifest).map(chunk => [
      chunk.file,
      (chunk.imports ?? []).map(key => manifest[key]?.file ?? key),
    ]),
  )
  emptyReact = gzipped(await buildEmptyPage())
})

async function buildEmptyPage(): Promise<string[]> {
  const rolldownOptions = { input: 'bench/bare/empty-react.tsx' }
  const client = { build: { write: false, rolldownOptions } }
  const empty = await build({ logLevel: 'error', environments: { client } })
  if (Array.isArray(empty) || !('output' in empty)) throw new Error('One output was expected.')
  return empty.output.flatMap(output => (output.type === 'chunk' ? [output.code] : []))
}

const readPage = (language: string) =>
  readFileSync(join(built, 'pages', `${language}.html`), 'utf8')

function gzipped(scripts: string[]): number {
  return scripts.reduce((bytes, code) => bytes + gzipSync(code, { level: 9 }).length, 0)
}

function linkedFrom(html: string): string[] {
  const links = html.matchAll(/(?:href|src)="\/(assets\/[^"]+\.js)"/g)
  return [...links].map(match => match[1] ?? '')
}

describe('the first load', () => {
  it.each(languages)('in %s: script within 1.18 of an empty React page', language => {
    const files = linkedFrom(readPage(language))
    expect(files).toHaveLength(1)
    for (const file of files) {
      const needed = imports.get(file)
      if (!needed) throw new Error(`The page names ${file}, which the build did not make.`)
      for (const each of needed) expect(files, 'preloads of the page').toContain(each)
    }
    const scripts = files.map(file => readFileSync(join(built, file), 'utf8'))
    expect(gzipped(scripts) / emptyReact).toBeLessThanOrEqual(1.18)
  })

  it.each(languages)('in %s: form and styles fit the first flight of packets', language => {
    const html = readPage(language)
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/<link[^>]+stylesheet|\sstyle="/)
    expect(gzipSync(html).length).toBeLessThanOrEqual(firstFlight)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(firstFlight)
  })
})
