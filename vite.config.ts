import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page's script. Its styles and its HTML are made by vite.pages.config.ts. */
export default defineConfig({
  plugins: [react()],
  publicDir: 'public',
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // The pages name their preloads themselves; every browser of this target knows modulepreload.
    modulePreload: { polyfill: false },
    rollupOptions: { input: 'src/web/main.tsx' },
  },
})
