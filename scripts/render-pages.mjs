// Renders the pages at build time into dist/web/pages, and compresses what is served as it is.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const web = new URL('../dist/web/', import.meta.url)
const program = new URL('../dist/prerender/prerender.js', import.meta.url)

export async function renderPages() {
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', web), 'utf8'))
  const { renderPages: render } = await import(program.href)
  await mkdir(new URL('pages/', web), { recursive: true })
  for (const [name, html] of Object.entries(await render(manifest))) {
    await writeFile(new URL(`pages/${name}`, web), html)
  }
  await rm(new URL('../dist/prerender', import.meta.url), { recursive: true })

  const assets = (await readdir(new URL('assets/', web))).map(name => `assets/${name}`)
  for (const name of [...assets, 'embed.js']) await compress(new URL(name, web))
}

async function compress(file) {
  const plain = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(new URL(`${file.href}.br`), await promisify(brotliCompress)(plain, quality))
  await writeFile(new URL(`${file.href}.gz`), await promisify(gzip)(plain, { level: 9 }))
}
