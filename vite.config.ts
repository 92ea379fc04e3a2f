import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'

const sandbox = 'packages/stripe-sandbox/src'
/** The oldest browsers of docs/embedding.md. */
export const oldestBrowsers = ['safari15.4', 'ios15.4', 'chrome92', 'firefox115']

const environments: Record<string, EnvironmentOptions> = {
  // The page's script; `ssr` makes its styles and HTML.
  client: {
    build: {
      target: oldestBrowsers,
      outDir: 'dist/web',
      copyPublicDir: true,
      manifest: true,
      modulePreload: false,
      rolldownOptions: { input: 'src/web/main.tsx' },
    },
  },
  // Renders the documents at build time, and on the server a form that is sent back to a visitor. React
  // is bundled with it, because nothing else on the server uses it.
  ssr: {
    resolve: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'node20',
      outDir: 'dist/prerender',
      cssMinify: true,
      cssTarget: oldestBrowsers,
      rolldownOptions: { input: 'src/web/prerender.tsx' },
    },
  },
  // The script and styles of the temple's page.
  temple: {
    consumer: 'client',
    build: {
      target: oldestBrowsers,
      outDir: 'dist/web',
      manifest: '.vite/temple-manifest.json',
      modulePreload: false,
      rolldownOptions: { input: 'src/web/temple/temple.ts' },
    },
  },
  // The host page's script: one classic file.
  embed: {
    consumer: 'client',
    build: {
      target: oldestBrowsers,
      outDir: 'dist/web',
      rolldownOptions: {
        input: 'src/embed/embed.ts',
        output: { format: 'iife', entryFileNames: 'embed.js' },
      },
    },
  },
  // The Node programs with their packages, because loading small files is half of a start. Packages
  // with a native or WebAssembly part stay in node_modules.
  programs: {
    consumer: 'server',
    resolve: { noExternal: true, external: ['@photostructure/sqlite', 'sharp', 'libheif-js'] },
    build: {
      target: 'node20',
      outDir: 'dist',
      // Built first.
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: {
          'start/start': 'src/start/start.ts',
          'server/main': 'src/server/main.ts',
          'sandbox/main': `${sandbox}/main.ts`,
          'cli/main': 'src/cli/main.ts',
          'photo/main': 'src/server/photos/decode-photo.ts',
          'photo/serve': 'src/server/photos/serve-decoder.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  // The sandbox's browser script: one classic file.
  sandboxScript: {
    consumer: 'client',
    build: {
      target: oldestBrowsers,
      outDir: 'dist/sandbox/browser',
      rolldownOptions: {
        input: `${sandbox}/browser/stripe.ts`,
        output: { format: 'iife', entryFileNames: 'stripe.js' },
      },
    },
  },
  // The pages that it opens in frames.
  sandboxFrames: {
    consumer: 'client',
    build: {
      target: oldestBrowsers,
      outDir: 'dist/sandbox/browser',
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

/** `vite build` builds everything: the page's program and documents, the Node programs, the sandbox. */
export default defineConfig(({ command }) => ({
  plugins: [react(), dynamicImports(), framePaths()],
  // Development and tests need only the plugins.
  environments: command === 'build' ? environments : {},
  build: { copyPublicDir: false, emptyOutDir: false },
  builder: {
    async buildApp(builder) {
      const { programs, ...others } = builder.environments
      if (programs) await builder.build(programs)
      for (const environment of Object.values(others)) await builder.build(environment)
      await renderDocuments()
      await compressFiles()
    },
  },
}))

/**
 * A dynamic import has one file and no styles: Vite's helper would preload nothing, for 0.7 kB. Code that
 * was lost is asked for at another address, because Firefox never asks for the same one again.
 */
function dynamicImports(): Plugin {
  const helper = `
    let again = ''
    export const __vitePreload = load => load(again).catch(error => {
      again = '?again=' + Date.now()
      throw error
    })`
  return {
    name: 'dynamic-imports',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    enforce: 'pre',
    load: id => (id === '\0vite/preload-helper.js' ? helper : null),
    renderChunk(code, { name }) {
      if (name !== 'main') return null
      const asking = code.replaceAll(/\(\) => import\(("[^"]+")\)/g, 'again => import($1 + again)')
      // Vite writes an import whose names are taken at once in another way.
      if (asking === code && code.includes('import('))
        this.error('A dynamic import never asks again.')
      return asking
    },
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

/** Joins the manifests, and renders the documents into dist/web/documents. */
async function renderDocuments(): Promise<void> {
  const manifest = {}
  for (const name of ['temple-manifest', 'manifest'])
    Object.assign(manifest, JSON.parse(await readFile(`dist/web/.vite/${name}.json`, 'utf8')))
  await writeFile('dist/web/.vite/manifest.json', JSON.stringify(manifest, null, 2))
  const { renderDocuments: render } = await import(
    pathToFileURL('dist/prerender/prerender.js').href
  )
  await mkdir('dist/web/documents', { recursive: true })
  for (const [name, html] of Object.entries(render(manifest)))
    await writeFile(`dist/web/documents/${name}`, String(html))
}

/** Compresses what is served as it is. */
async function compressFiles(): Promise<void> {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const assets = await readdir('dist/web/assets')
  for (const file of [...assets.map(name => `dist/web/assets/${name}`), 'dist/web/embed.js']) {
    const plain = await readFile(file)
    await writeFile(`${file}.br`, brotliCompressSync(plain, best))
    await writeFile(`${file}.gz`, gzipSync(plain, { level: 9 }))
  }
}
