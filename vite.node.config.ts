import { defineConfig } from 'vite'

/** The Node programs. Packages stay in node_modules; only our own code is bundled. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    copyPublicDir: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        'start/start': 'src/start/start.ts',
        'server/main': 'src/server/main.ts',
        'sandbox/main': 'packages/stripe-sandbox/src/main.ts',
        'cli/main': 'src/cli/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
