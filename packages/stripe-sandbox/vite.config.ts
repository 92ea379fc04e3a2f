import { resolve } from 'node:path'
import { build, defineConfig } from 'vite'

const source = resolve(import.meta.dirname, 'src')

/** What a page loads in the place of the provider's script: one classic file, nothing to fetch after. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist/browser',
    emptyOutDir: false,
    target: 'es2020',
    rollupOptions: {
      input: resolve(source, 'browser/stripe.ts'),
      output: { format: 'iife', entryFileNames: 'stripe.js' },
    },
  },
  plugins: [
    {
      name: 'frames',
      async writeBundle({ dir = '' }) {
        await buildFrames(dir)
      },
    },
  ],
})

/** The pages the script opens in frames: documents of the sandbox's own, with modules of their own. */
function buildFrames(outDir: string) {
  const names = ['card', 'authentication', 'bank']
  return build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    root: source,
    base: './',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: names.map(name => resolve(source, `frames/${name}.html`)),
        output: {
          entryFileNames: 'frames/assets/[name].js',
          chunkFileNames: 'frames/assets/[name].js',
          assetFileNames: 'frames/assets/[name].[ext]',
        },
      },
    },
  })
}
