// One build for everything: the page (browser), its renderings (HTML at build time), the sandbox's
// browser script, and the Node programs. Each step is a Vite configuration of its own.
import { build } from 'vite'
import { renderPages } from './render-pages.mjs'

const steps = [
  'vite.node.config.ts',
  'vite.sandbox-script.config.ts',
  'vite.config.ts',
  'vite.embed.config.ts',
  'vite.pages.config.ts',
]

for (const configFile of steps) await build({ configFile, logLevel: 'warn' })
await renderPages()
