import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { oldestBrowsers } from '../vite.config'

const here = import.meta.dirname

/** The folder of a compared page. */
export const pageFolder = (name: 'baseline' | 'empty-react') => join(here, 'dist', name)

/** Builds the product as `npm start` does, and the compared pages. */
export async function buildAll(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  await buildPage('baseline', join(here, 'baseline/index.html'))
  await buildPage('empty-react', join(here, 'bare/empty-react.tsx'))
}

/** The same bundler with the same settings for every page. */
async function buildPage(name: 'baseline' | 'empty-react', input: string): Promise<void> {
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
      rolldownOptions: { input },
    },
  })
}
