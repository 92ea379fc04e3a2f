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
    // The pages name what they need first, and the rest is fetched when idle.
    modulePreload: false,
    rollupOptions: { input: 'src/web/main.tsx' },
  },
})
