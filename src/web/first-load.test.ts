import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../shared/language'
import { renderPages } from './prerender'

/** The first flight of packets of a connection, in bytes. */
const firstFlight = 14 * 1024

const folder = mkdtempSync(resolve('node_modules/.first-load-'))
let page: Map<string, Rollup.OutputChunk>
let manifest: unknown
let emptyReact: number

beforeAll(async () => {
  const outputs = await bundle('src/web/main.tsx')
  page = chunksOf(outputs)
  const written = outputs.find(({ fileName }) => fileName === '.vite/manifest.json')
  if (written?.type !== 'asset') throw new Error('The build wrote no manifest.')
  manifest = JSON.parse(String(written.source))

  const entry = join(folder, 'empty.tsx')
  writeFileSync(
    entry,
    "import { createRoot } from 'react-dom/client'\ncreateRoot(document.body).render(<p>empty</p>)\n",
  )
  emptyReact = gzipped(chunksOf(await bundle(entry)).values())
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))

async function bundle(input: string) {
  const client = { build: { write: false, rolldownOptions: { input } } }
  const built = await build({ logLevel: 'error', environments: { client } })
  if (Array.isArray(built) || !('output' in built)) throw new Error('One output was expected.')
  return built.output
}

function chunksOf(outputs: (Rollup.OutputChunk | Rollup.OutputAsset)[]) {
  return new Map(
    outputs.flatMap(output =>
      output.type === 'chunk' ? [[output.fileName, output] as const] : [],
    ),
  )
}

function gzipped(chunks: Iterable<Rollup.OutputChunk>): number {
  let bytes = 0
  for (const { code } of chunks) bytes += gzipSync(code, { level: 9 }).length
  return bytes
}

function linkedFrom(html: string): Rollup.OutputChunk[] {
  const names = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+\.js)"/g)].map(match => match[1])
  return names.map(name => {
    const chunk = page.get(name ?? '')
    if (!chunk) throw new Error(`The page names ${name}, which the build did not make.`)
    return chunk
  })
}

describe('the first load', () => {
  it.each(languages)('in %s: script within 1.15 of an empty React page', async language => {
    const html = (await renderPages(manifest))[`${language}.html`] ?? ''
    const chunks = linkedFrom(html)
    expect(chunks.length).toBeGreaterThanOrEqual(2)
    const named = new Set(chunks.map(chunk => chunk.fileName))
    for (const chunk of chunks) {
      for (const needed of chunk.imports) expect(named, 'preloads of the page').toContain(needed)
    }
    expect(gzipped(chunks) / emptyReact).toBeLessThanOrEqual(1.15)
  })

  it.each(languages)('in %s: form and styles fit the first flight of packets', async language => {
    const html = (await renderPages(manifest))[`${language}.html`] ?? ''
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/<link[^>]+stylesheet|\sstyle="/)
    expect(gzipSync(html).length).toBeLessThanOrEqual(firstFlight)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(firstFlight)
  })
})
