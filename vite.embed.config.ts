import { defineConfig } from 'vite'

/** The host page's script: one file, in the form that any script tag takes. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2020',
    outDir: 'dist/web',
    emptyOutDir: false,
    lib: {
      entry: 'src/embed/embed.ts',
      formats: ['iife'],
      name: 'svichka',
      fileName: () => 'embed.js',
    },
  },
})
