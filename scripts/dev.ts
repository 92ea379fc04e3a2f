import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder, createServer } from 'vite'
import { readConfig } from '../src/server/config/read-config'
import { servePage } from './dev-page'

// `npm run dev`: the page from its sources, reloaded as they change; behind it the server, built and
// restarted when its sources change, and the card sandbox. Same variables as `npm start`.

if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfig(process.env)
// Before the bundler sets NODE_ENV: production does not use the sandbox.
const given = { ...process.env }
const serverPort = config.port + 1
const serverUrl = `http://127.0.0.1:${serverPort}`
const running = new Map<string, ChildProcess>()

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
if (config.cards?.apiUrl)
  run('sandbox', {
    SANDBOX_PORT: config.cards.apiUrl.port,
    SANDBOX_DATA_DIR: join(config.dataDir, 'sandbox'),
    SANDBOX_WEBHOOK_URLS: `${serverUrl}/api/stripe-webhook`,
  })
await watchServer()
const pages = await createServer({
  appType: 'custom',
  plugins: [servePage(config.cards?.scriptUrl?.href)],
  server: {
    host: config.host,
    port: config.port,
    strictPort: true,
    proxy: {
      '/api': serverUrl,
      '/embed.js': serverUrl,
      // A form sent without the script.
      '^/(\\?.*)?$': {
        target: serverUrl,
        bypass: ({ method, url }) => (method === 'POST' ? null : url),
      },
    },
  },
})
await pages.listen()
console.log(`\n  The page, with hot reload:  ${config.publicUrl.href}\n`)

// At Ctrl-C everything stops, and the port is free when this ends. On SIGTERM Vite's server ends this
// process, and leaves nothing behind.
process.once('SIGINT', async () => {
  await Promise.all([...running.keys()].map(stop))
  process.exit(0)
})
process.once('exit', () => {
  for (const child of running.values()) child.kill('SIGTERM')
})

/** Bundles the server as for production, on every change, and restarts it. */
async function watchServer(): Promise<void> {
  const builder = await createBuilder({
    logLevel: 'warn',
    // The page's files lie in the same folder.
    environments: { programs: { build: { emptyOutDir: false, watch: {} } } },
  })
  const { programs } = builder.environments
  const watcher = programs && (await builder.build(programs))
  if (!watcher || !('on' in watcher)) throw new Error('The server is not watched.')
  watcher.on('event', async event => {
    if (event.code === 'ERROR') console.error(event.error)
    if (event.code !== 'BUNDLE_END') return
    await event.result.close()
    await stop('server')
    run('server', { PORT: String(serverPort), PUBLIC_URL: config.publicUrl.href })
  })
}

function run(name: string, variables: Record<string, string>): void {
  const child = spawn(process.execPath, ['--enable-source-maps', `dist/${name}/main.js`], {
    env: { ...given, ...variables },
    stdio: 'inherit',
  })
  running.set(name, child)
}

function stop(name: string): Promise<unknown> | undefined {
  const child = running.get(name)
  if (!child || child.exitCode !== null) return undefined
  const ended = new Promise(done => child.once('exit', done))
  child.kill('SIGTERM')
  return ended
}
