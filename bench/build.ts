import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'

const here = import.meta.dirname
export const built = join(here, 'dist')

/** Builds the product as `npm start` does, and beside it everything it is compared with. */
export async function buildAll(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  installBaseline()
  await buildPrograms()
  await buildPage('empty-react', { input: join(here, 'bare/empty-react.tsx') })
  await buildPage('by-script', { input: join(here, 'bare/by-script.tsx') })
  await buildPage('baseline', { root: join(here, 'baseline/page') })
  await writeByScriptPage()
  await mkdir(join(built, 'bare-page'), { recursive: true })
  await cp(join(here, 'bare/page.html'), join(built, 'bare-page/index.html'))
}

/** The baseline's libraries stay out of the product's own node_modules. */
function installBaseline(): void {
  const folder = join(here, 'baseline')
  if (existsSync(join(folder, 'node_modules'))) return
  execFileSync('npm', ['ci', '--no-audit', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
}

async function buildPrograms(): Promise<void> {
  const programs = ['serve-bytes', 'serve-folder', 'insert-order']
  await buildForNode(
    join(built, 'programs'),
    Object.fromEntries(programs.map(name => [name, join(here, `bare/${name}.ts`)])),
  )
  // Beside its own node_modules, where it finds its libraries.
  await buildForNode(join(here, 'baseline/dist'), { server: join(here, 'baseline/server.ts') })
}

async function buildForNode(outDir: string, input: Record<string, string>): Promise<void> {
  await build({
    ...quiet,
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rollupOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  })
}

/** The same bundler with the same settings for every page. */
async function buildPage(name: string, { root, input }: { root?: string; input?: string }) {
  await build({
    ...quiet,
    ...(root && { root }),
    plugins: [react()],
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      target: 'es2022',
      outDir: join(built, name),
      emptyOutDir: true,
      manifest: true,
      modulePreload: false,
      ...(input && { rollupOptions: { input } }),
    },
  })
}

const quiet: InlineConfig = { configFile: false, publicDir: false, logLevel: 'error' }

/** Our page's head with its styles and preloads, an empty body, and the script that draws everything. */
async function writeByScriptPage(): Promise<void> {
  const page = await readFile('dist/web/pages/uk.html', 'utf8')
  const head = (/<head>([\s\S]*?)<\/head>/.exec(page)?.[1] ?? '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script[\s\S]*?<\/script>/g, '')
  const [script, ...parts] = await findFirstFiles('by-script')
  const preloads = parts.map(file => `<link rel="modulepreload" href="/${file}">`).join('')
  await writeFile(
    join(built, 'by-script/index.html'),
    `<!doctype html><html lang="uk"><head>${head}${preloads}<script type="module" src="/${script}"></script></head><body><div id="page"></div></body></html>`,
  )
}

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

/** The script, and what it needs before it can draw: its imports, and the texts of the language. */
async function findFirstFiles(name: string): Promise<string[]> {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(join(built, name, '.vite/manifest.json'), 'utf8'),
  )
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  Object.keys(manifest)
    .filter(key => manifest[key]?.isEntry)
    .forEach(visit)
  visit('src/web/locales/uk.ts')
  return [...files]
}
