import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { readConfig } from '../src/server/config/read-config'
import { PageSettingsSchema, pageName } from '../src/shared/order-form'

// `npm run dev`: the page from its sources, reloaded as they change; behind it the server, restarted
// when its sources change, and the card sandbox. Same variables as `npm start`.

if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfig(process.env)
const sandboxUrl = config.cards?.apiUrl
const serverPort = config.port + 1
const serverUrl = `http://127.0.0.1:${serverPort}`
const children: ChildProcess[] = []
/** Before Vite sets NODE_ENV. */
const environment = { ...process.env }
/** Maps the entry to its source file, because nothing is bundled in development. */
const manifest = {
  'src/web/main.tsx': { file: 'src/web/main.tsx' },
  'src/web/temple/temple.ts': { file: 'src/web/temple/temple.ts', css: [] },
}

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
if (sandboxUrl)
  run(['dist/sandbox/main.js'], {
    SANDBOX_PORT: sandboxUrl.port,
    SANDBOX_DATA_DIR: join(config.dataDir, 'sandbox'),
    SANDBOX_WEBHOOK_URLS: `${serverUrl}/api/stripe-webhook`,
  })
let server = startServer()
process.once('SIGINT', async () => {
  // The port is free when this ends.
  await Promise.all(children.map(stop))
  process.exit(0)
})
process.once('exit', () => {
  for (const child of children) child.kill('SIGTERM')
})

const pages = await createServer({
  appType: 'custom',
  plugins: [servePage()],
  // Otherwise Vite looks for packages in every HTML file, and the benchmark's are not installed.
  optimizeDeps: { entries: Object.keys(manifest) },
  server: {
    host: config.host,
    port: config.port,
    strictPort: true,
    proxy: {
      '/api': serverUrl,
      '/embed.js': serverUrl,
      // The temple's page, from the last build.
      '/temple/': serverUrl,
      '/assets/': serverUrl,
      // A form sent without the script.
      '^/(\\?.*)?$': {
        target: serverUrl,
        bypass: ({ method, url }) => (method === 'POST' ? null : url),
      },
    },
  },
})
let restarted = Promise.resolve()
pages.watcher.on('change', file => {
  if (!/^src\/(server|shared)\//.test(relative('.', file))) return
  restarted = restarted.then(async () => {
    await stop(server)
    server = startServer()
  })
})
await pages.listen()
console.log(`\n  The page, with hot reload:  ${config.publicUrl.href}\n`)

function startServer(): ChildProcess {
  return run(['node_modules/jiti/lib/jiti-cli.mjs', 'src/server/main.ts'], {
    PORT: String(serverPort),
    PUBLIC_URL: config.publicUrl.href,
  })
}

function run(program: string[], variables: Record<string, string>): ChildProcess {
  const env = { ...environment, ...variables }
  const child = spawn(process.execPath, program, { env, stdio: 'inherit' })
  children.push(child)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
}

/**
 * Renders the page from its sources at every visit, as the build does once. Its styles are inline,
 * so a changed stylesheet reloads the page.
 */
function servePage(): Plugin {
  return {
    name: 'serve-page',
    configureServer(server) {
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            const { status, html } = await render(server, request.url ?? '/')
            response.statusCode = status
            response.setHeader('content-type', 'text/html; charset=utf-8')
            response.end(html)
          } catch (error) {
            next(error)
          }
        })
      }
    },
    handleHotUpdate({ file, server }) {
      if (file.endsWith('.css')) server.ws.send({ type: 'full-reload' })
    },
  }
}

async function render(server: ViteDevServer, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://page')
  const { renderDocuments } = await server.ssrLoadModule('/src/web/prerender.tsx')
  const documents: Record<string, string> = renderDocuments(manifest)
  const settings = v.parse(PageSettingsSchema, Object.fromEntries(searchParams))
  const isForm = pathname === '/'
  const html = documents[`${isForm ? pageName(settings) : 'not-found'}.html`] ?? ''
  const script = config.cards?.scriptUrl
  const tag = script ? `<script defer src="${script.href}"></script>` : ''
  const shown = (await server.transformIndexHtml(address, html)).replace('<!--card-script-->', tag)
  return { status: isForm ? 200 : 404, html: shown }
}
