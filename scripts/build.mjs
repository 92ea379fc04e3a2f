// One build for everything: the page (browser), its renderings (HTML at build time), the sandbox's
// browser script, and the Node programs. Each step is a Vite configuration of its own.
import { resolve } from 'node:path'
import { build } from 'vite'
import { renderPages } from './render-pages.mjs'

await run('vite.node.config.ts')
await run('packages/stripe-sandbox/vite.config.ts', { outDir: resolve('dist/sandbox/browser') })
await run('vite.config.ts')
await run('vite.embed.config.ts')
await run('vite.pages.config.ts')
await renderPages()

async function run(configFile, options = {}) {
  await build({ configFile, logLevel: 'warn', build: options })
}
