import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What the first script needs of the calls' schemas: together they compress better. */
const schemas = /valibot|src.shared.(donation-amount|language|candle-order|plain-text)/

/** The page's script. Its styles and its HTML are made by vite.pages.config.ts. */
export default defineConfig({
  plugins: [react(), plainImports()],
  publicDir: 'public',
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // The pages name what they need first, and the rest is fetched when idle.
    modulePreload: false,
    rollupOptions: {
      input: 'src/web/main.tsx',
      output: { codeSplitting: { groups: [{ name: 'schemas', test: schemas }] } },
    },
  },
})

/** Late code has neither styles nor preloads, so a dynamic import needs no helper around it. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null,
  }
}
