import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { oldestBrowsers } from '../vite.config'

const here = import.meta.dirname

const inputs = { baseline: 'baseline/index.html', 'empty-react': 'bare/empty-react.tsx' }

type ComparedPage = keyof typeof inputs

/** The folder of a compared page. */
export const pageFolder = (name: ComparedPage) => join(here, 'dist', name)

/** Builds the product as `npm start` does, and the compared pages. */
export async function buildAll(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  await buildPage('baseline')
  await buildPage('empty-react')
}

/**
 * The same bundler with the same settings for every page. With another `NODE_ENV` than `production` it
 * would take React's development build, which is twice as large.
 */
export async function buildPage(name: ComparedPage): Promise<void> {
  const { NODE_ENV = 'production' } = process.env
  if (NODE_ENV !== 'production') throw new Error(`Not built for visitors: NODE_ENV is ${NODE_ENV}.`)
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    root: join(here, 'baseline'),
    plugins: [react()],
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      target: oldestBrowsers,
      outDir: pageFolder(name),
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { input: join(here, inputs[name]) },
    },
  })
}

/** The script files of a compared page. */
export function listScripts(name: ComparedPage): string[] {
  const assets = join(pageFolder(name), 'assets')
  return readdirSync(assets)
    .filter(file => file.endsWith('.js'))
    .map(file => join(assets, file))
}

/** What the files weigh on the line, in kB by gzip -9. */
export function measureKb(files: string[]): number {
  const sizes = files.map(file => gzipSync(readFileSync(file), { level: 9 }).length)
  return sizes.reduce((total, size) => total + size / 1000, 0)
}
