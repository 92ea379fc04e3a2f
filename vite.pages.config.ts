import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A program that writes the pages: it is run once by the build and is not part of the product. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  build: {
    ssr: 'src/web/prerender.tsx',
    target: 'node20',
    outDir: 'dist/prerender',
    emptyOutDir: true,
    cssMinify: true,
  },
})
