import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, readConfig } from '../server/config/read-config'

// `npm start` runs this program. It starts the server, and in the demo the card sandbox. They are two
// processes, so that either can be killed and restarted without the other.

const dist = join(fileURLToPath(import.meta.url), '..', '..')
const children: ChildProcess[] = []
/** A small young generation saves 30 MB under load. */
const nodeFlags = ['--max-semi-space-size=8']

const cardsToTry = [
  '',
  '  Cards to try, with any future date and any three digits:',
  '    4242 4242 4242 4242   goes through',
  '    4000 0000 0000 3220   asks for 3-D Secure',
  '    4000 0000 0000 0002   is declined',
]

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await start(readConfig(process.env))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 78
}

async function start(config: Config): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, stopAll)
  if (process.env.npm_lifecycle_event === 'start') stopWithParent()
  const sandboxUrl = config.cards?.apiUrl
  if (sandboxUrl)
    await run('sandbox/main.js', {
      SANDBOX_PORT: sandboxUrl.port,
      SANDBOX_DATA_DIR: join(config.dataDir, 'sandbox'),
      SANDBOX_WEBHOOK_URLS: `http://127.0.0.1:${config.port}/api/stripe-webhook`,
    })
  await run('server/main.js', {})
  console.log(describe(config))
}

/** Resolves once the program listens. If it ends, all end. */
function run(program: string, variables: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [...nodeFlags, join(dist, program)], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C must reach only this process.
    detached: true,
  })
  children.push(child)
  child.on('exit', code => {
    process.exitCode ||= code ?? 1
    stopAll()
  })
  return new Promise(resolve => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      if (text.includes('listening on')) resolve()
      else process.stdout.write(text)
    })
  })
}

/** A signal to npm ends npm and its shell but never reaches us, so watch for a new parent. */
function stopWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && stopAll(), 500)
  watch.unref()
}

/** Each child gets one signal: a second one makes a server exit at once. */
function stopAll(): void {
  for (const child of children.splice(0)) child.kill('SIGTERM')
}

function describe(config: Config): string {
  const store = config.databaseUrl ? 'PostgreSQL' : `a file in ${config.dataDir}`
  const mail = config.mail.smtpUrl ? 'sent by SMTP' : `files in ${config.mail.folder}`
  const lines = [
    '',
    `  Svichka is ready:  ${config.publicUrl.href}`,
    '',
    `  Orders   ${store}`,
    `  Emails   ${mail}`,
    `  Cards    ${describeCards(config)}`,
  ]
  return [...lines, ...(config.cards?.apiUrl ? cardsToTry : []), ''].join('\n')
}

function describeCards(config: Config): string {
  if (!config.cards) return 'not taken: orders without a donation only'
  if (config.cards.apiUrl) return `the card sandbox at ${config.cards.apiUrl.href}`
  return config.cards.livemode ? 'Stripe, live' : 'Stripe, test mode'
}
