import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { languages } from '../shared/language'

/** The first flight of packets of a connection, in bytes. */
const firstFlight = 14 * 1024

const built = resolve('dist/web')
let manifest: Manifest
let emptyReact: number

beforeAll(async () => {
  const written = join(built, '.vite/manifest.json')
  if (!existsSync(written)) throw new Error('There is no built page: run `npm run build` first.')
  manifest = JSON.parse(readFileSync(written, 'utf8'))
  const rolldownOptions = { input: 'bench/bare/empty-react.tsx' }
  const client = { build: { write: false, rolldownOptions } }
  const empty = await build({ logLevel: 'error', environments: { client } })
  if (Array.isArray(empty) || !('output' in empty)) throw new Error('One output was expected.')
  const chunks = empty.output.flatMap(output => (output.type === 'chunk' ? [output.code] : []))
  emptyReact = chunks.reduce((bytes, code) => bytes + gzipped(code), 0)
})

const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).length

it.each(languages)(
  'in %s one script within 1.18 of an empty React page, and one flight',
  language => {
    const html = readFileSync(join(built, 'pages', `${language}.html`), 'utf8')
    const linked = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+\.js)"/g)].map(
      match => match[1],
    )
    const entry = Object.values(manifest).find(chunk => chunk.file === linked[0])
    if (!entry) throw new Error('The page names a script that the build did not make.')
    expect(linked).toEqual([entry.file])
    expect(entry.imports ?? []).toEqual([])
    const script = readFileSync(join(built, entry.file))
    expect(gzipped(script) / emptyReact).toBeLessThanOrEqual(1.18)

    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/<link[^>]+stylesheet|\sstyle="/)
    expect(gzipSync(html).length).toBeLessThanOrEqual(firstFlight)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(firstFlight)
  },
)
