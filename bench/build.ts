import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const here = import.meta.dirname
const built = join(here, 'dist')

/** The folder of a compared page. */
export const pageFolder = (name: 'static' | 'empty' | 'baseline' | 'empty-react') =>
  join(built, name)

/** Builds the product as `npm start` does, and the compared pages. */
export async function buildAll(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  await buildPrograms()
  await buildPage('baseline', { root: join(here, 'baseline') })
  await buildPage('empty-react', { input: join(here, 'bare/empty-react.tsx') })
  const page = await readFile('dist/web/pages/uk.html', 'utf8')
  await writePage('static', removeScripts(page))
  await writePage(
    'empty',
    '<!doctype html><title>Empty</title><label>Name <input name="forWhom"></label>',
  )
}

async function buildPrograms(): Promise<void> {
  const names = ['serve-bytes', 'serve-folder', 'insert-order']
  const input = Object.fromEntries(names.map(name => [name, join(here, `bare/${name}.ts`)]))
  await build({
    ...quiet,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(built, 'programs'),
      emptyOutDir: true,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  })
}

/** The same bundler with the same settings for every page. */
async function buildPage(
  name: 'baseline' | 'empty-react',
  { root, input }: { root?: string; input?: string },
): Promise<void> {
  await build({
    ...quiet,
    ...(root && { root }),
    plugins: [react()],
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      target: 'es2022',
      outDir: pageFolder(name),
      emptyOutDir: true,
      modulePreload: false,
      ...(input && { rolldownOptions: { input } }),
    },
  })
}

const quiet = { configFile: false, publicDir: false, logLevel: 'error' } as const

/** The same HTML and styles, so that the difference is our script and server. */
function removeScripts(page: string): string {
  return page
    .replace(/<link[^>]*rel="?modulepreload"?[^>]*>/g, '')
    .replace(/<script[\s\S]*?<\/script>/g, '')
}

async function writePage(name: 'static' | 'empty', html: string): Promise<void> {
  await mkdir(pageFolder(name), { recursive: true })
  await writeFile(join(pageFolder(name), 'index.html'), html)
}
