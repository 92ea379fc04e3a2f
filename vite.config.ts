import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { EnvironmentOptions, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { printFailed } from './tests/setup/print-failed.ts'

/** The page's script is two files: what it starts with, and all that is imported later. */
const chunks = [
  { name: 'main', test: /src.web.main/, priority: 1 },
  { name: 'card-form', test: /./ },
]
const sandbox = 'packages/stripe-sandbox/src'

const environments: Record<string, EnvironmentOptions> = {
  // The page's script; its styles and its HTML are made by `ssr`.
  client: {
    build: {
      target: 'es2022',
      outDir: 'dist/web',
      emptyOutDir: true,
      manifest: true,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/web/main.tsx',
        output: { codeSplitting: { groups: chunks } },
      },
    },
  },
  // Writes the pages: the build runs it once for all visitors, the server for a form that comes back
  // to one. React is bundled with it, because nothing else on the server knows it.
  ssr: {
    resolve: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'node20',
      outDir: 'dist/prerender',
      copyPublicDir: false,
      cssMinify: true,
      rolldownOptions: { input: 'src/web/prerender.tsx' },
    },
  },
  // The host page's script: one file, in the form that any script tag takes.
  embed: {
    consumer: 'client',
    build: {
      target: 'es2020',
      outDir: 'dist/web',
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'src/embed/embed.ts',
        output: { format: 'iife', entryFileNames: 'embed.js' },
      },
    },
  },
  // The Node programs, with the packages they use: a thousand small files cost half of a start. Those
  // with a native or WebAssembly part stay where npm put them.
  programs: {
    consumer: 'server',
    resolve: { noExternal: true, external: ['@photostructure/sqlite', 'sharp', 'libheif-js'] },
    build: {
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          'start/start': 'src/start/start.ts',
          'server/main': 'src/server/main.ts',
          'sandbox/main': `${sandbox}/main.ts`,
          'cli/main': 'src/cli/main.ts',
          'photo/main': 'src/server/photos/decode-photo.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  // What a page loads in the place of the provider's script: one classic file.
  sandboxScript: {
    consumer: 'client',
    build: {
      target: 'es2020',
      outDir: 'dist/sandbox/browser',
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: `${sandbox}/browser/stripe.ts`,
        output: { format: 'iife', entryFileNames: 'stripe.js' },
      },
    },
  },
  // The pages that this script opens in frames.
  sandboxFrames: {
    consumer: 'client',
    build: {
      target: 'es2022',
      outDir: 'dist/sandbox/browser',
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['card', 'bank'].map(name => `${sandbox}/frames/${name}.html`),
        output: {
          entryFileNames: 'frames/assets/[name].js',
          chunkFileNames: 'frames/assets/[name].js',
          assetFileNames: 'frames/assets/[name].[ext]',
        },
      },
    },
  },
}

/** `vite build` builds everything: the page, the pages' HTML, the Node programs, the sandbox. */
export default defineConfig(({ command }) => ({
  plugins: [react(), plainImports(), framePaths()],
  // Development and tests need the plugins alone.
  environments: command === 'build' ? environments : {},
  builder: {
    async buildApp(builder) {
      const { programs, ...others } = builder.environments
      if (programs) await builder.build(programs)
      for (const environment of Object.values(others)) await builder.build(environment)
      await renderPages()
      await compressFiles()
    },
  },
  test: {
    globalSetup: ['tests/setup/prepare-stores.ts'],
    include: ['{src,tests,packages/*/tests}/**/*.test.{ts,tsx}'],
    // Most tests wait for timers, disks and other processes: one for each core would leave them idle.
    maxWorkers: Math.max(6, availableParallelism()),
    // A worker loads the server once for all its files, not once for each.
    isolate: false,
    reporters: ['dot', printFailed],
    // CI machines stall; a repeated test is reported.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}))

/** A late import has one file and no styles: Vite's helper would preload nothing, for 0.7 kB. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null,
  }
}

/** The sandbox serves its frames at `/frames/`, wherever their sources are. */
function framePaths(): Plugin {
  return {
    name: 'frame-paths',
    applyToEnvironment: environment => environment.name === 'sandboxFrames',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        file.fileName = file.fileName.replace(`${sandbox}/`, '')
    },
  }
}

/** Renders the pages at build time into dist/web/pages. */
async function renderPages(): Promise<void> {
  const manifest = JSON.parse(await readFile('dist/web/.vite/manifest.json', 'utf8'))
  const { renderPages: render } = await import(pathToFileURL('dist/prerender/prerender.js').href)
  await mkdir('dist/web/pages', { recursive: true })
  for (const [name, html] of Object.entries(await render(manifest)))
    await writeFile(`dist/web/pages/${name}`, String(html))
}

/** Compresses what is served as it is. */
async function compressFiles(): Promise<void> {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const assets = await readdir('dist/web/assets')
  for (const file of [...assets.map(name => `dist/web/assets/${name}`), 'dist/web/embed.js']) {
    const plain = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, best))
    await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
  }
}
