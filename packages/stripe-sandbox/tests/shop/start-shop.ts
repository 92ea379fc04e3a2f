import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { build } from 'vite'

export interface Shop {
  /** `http://127.0.0.1:…` */
  url: string
  close(): Promise<void>
}

/** Serves the shop's page. `?stripe=` names a script to load before it; without, the provider's is loaded. */
export async function startShop(): Promise<Shop> {
  const script = await bundle()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop')
    if (url.pathname === '/shop.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
      return
    }
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        ...policyFor(url.searchParams.get('allow')),
      })
      .end(page(url.searchParams.get('stripe')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise(done => server.close(() => done())),
  }
}

function page(stripe: string | null): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>
${stripe ? `<script src="${attribute(stripe)}"></script>` : ''}
<div id="root"></div><script src="/shop.js"></script></body></html>`
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** `?allow=provider`: what the provider's security guide asks for (docs.stripe.com/security/guide). */
const provider = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}

/** A strict policy: no inline styles, scripts and frames of one other host. */
function policyFor(allowed: string | null): Record<string, string> {
  if (allowed === null) return {}
  const one = { script: allowed, connect: allowed, frame: allowed }
  const { script, connect, frame } = allowed === 'provider' ? provider : one
  return {
    'Content-Security-Policy': `default-src 'none'; script-src 'self' ${script}; connect-src 'self' ${connect}; frame-src ${frame}; style-src 'self'`,
  }
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rollupOptions: {
        input: resolve(import.meta.dirname, 'shop-page.tsx'),
        output: { format: 'iife' },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  for (const built of outputs)
    if ('output' in built)
      for (const file of built.output) if (file.type === 'chunk') return file.code
  throw new Error('The shop was not built.')
}
