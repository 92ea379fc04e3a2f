import { resolve } from 'node:path'
import { build, defineConfig, type InlineConfig } from 'vite'

const sandbox = resolve(import.meta.dirname, 'src/sandbox')
const outDir = resolve(import.meta.dirname, 'dist/sandbox-script')

/** The pages the script opens in frames: documents of the sandbox's own, with modules of their own. */
const frames: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  root: sandbox,
  base: './',
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsDir: 'frames/assets',
    rollupOptions: {
      input: ['card', 'authentication', 'challenge', 'bank'].map(name =>
        resolve(sandbox, `frames/${name}.html`),
      ),
      output: {
        entryFileNames: 'frames/assets/[name].js',
        chunkFileNames: 'frames/assets/[name].js',
        assetFileNames: 'frames/assets/[name].[ext]',
      },
    },
  },
}

/** What a page loads in the place of the provider's script: one classic file, nothing to fetch after. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2020',
    rollupOptions: {
      input: resolve(sandbox, 'browser/stripe.ts'),
      output: { format: 'iife', entryFileNames: 'stripe.js' },
    },
  },
  plugins: [
    {
      name: 'sandbox-frames',
      closeBundle: async () => {
        await build(frames)
      },
    },
  ],
})
