// npm run rehearse-restart: our nginx and Caddy files, with real servers behind them that are
// restarted while visitors order. Needs nginx, Caddy and PostgreSQL; a build is made before.
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../tests/setup/free-port'
import { describeProgram, type Program } from '../tests/setup/processes'
import { startPostgres } from '../tests/setup/start-postgres'

const requests = 1_000
const visitors = 4
const folder = mkdtempSync(join(tmpdir(), 'svichka-restart-'))
const missing = ['nginx', 'caddy'].filter(name => !isInstalled(name))

if (missing.length > 0) {
  console.error(`${missing.join(' and ')} must be installed: apt-get install ${missing.join(' ')}`)
  process.exitCode = 1
} else {
  const database = await startPostgres()
  try {
    await rehearse('nginx, three servers restarted in turn', 3, startNginx, database.url)
    await rehearse('Caddy, one server restarted three times', 1, startCaddy, database.url)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function describeServer(env: Record<string, string>): Program {
  return describeProgram('dist/server/main.js', env)
}

type StartProxy = (ports: number[]) => Promise<{ url: string; stop(): Promise<void> }>

async function rehearse(what: string, count: number, startProxy: StartProxy, databaseUrl: string) {
  const ports = await Promise.all(Array.from({ length: count }, () => findFreePort()))
  const proxy = await startProxy(ports)
  const forwarded = await hearForwardedFor(proxy.url, ports)
  // Several servers hand over to each other; one alone has its socket held, as systemd does.
  const describe = count === 1 ? describeHeldServer : describeServer
  const servers = ports.map((port, index) =>
    describe({
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, `data-${index}`),
      CARD_PROVIDER: 'none',
      TRUST_PROXY: '127.0.0.1',
      LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'silent',
    }),
  )
  for (const server of servers) await server.start()
  const asking = ask(proxy.url)
  const restarts = await restartAll(count === 1 ? [...servers, ...servers, ...servers] : servers)
  const { failed, slowestMs } = await asking
  for (const server of servers) await server.stop()
  await proxy.stop()
  console.log(
    `${what}: ${failed.length} of ${requests} requests failed, ${restarts} restarts, the slowest took ${slowestMs} ms; a forged X-Forwarded-For arrived as ${forwarded}`,
  )
  if (failed.length > 0) console.log(`  ${[...new Set(failed)].join(', ')}`)
  if (failed.length > 0 || forwarded !== '127.0.0.1') process.exitCode = 1
}

/** Half of them read the page, half of them order; spread so that the restarts fall between them. */
async function ask(url: string): Promise<{ failed: string[]; slowestMs: number }> {
  const failed: string[] = []
  let slowestMs = 0
  let left = requests
  async function visit(): Promise<void> {
    while (left-- > 0) {
      const began = Date.now()
      const status = await (left % 2 ? readPage(url) : placeOrder(url)).catch(
        (error: Error) => `${error.message} ${String(error.cause ?? '')}`,
      )
      slowestMs = Math.max(slowestMs, Date.now() - began)
      if (status !== 200) failed.push(String(status))
      await pause(20)
    }
  }
  await Promise.all(Array.from({ length: visitors }, visit))
  return { failed, slowestMs }
}

async function readPage(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.text()
  return answer.status
}

async function placeOrder(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/candle-orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ name: randomUUID(), purpose: 'за здоров’я', language: 'uk' }),
  })
  await answer.text()
  return answer.status
}

async function restartAll(servers: Program[]): Promise<number> {
  for (const server of servers) {
    await pause(500)
    await server.stop('SIGTERM')
    await server.start()
  }
  return servers.length
}

/** What a server behind the proxy is told of a visitor who claims to be somebody else. */
async function hearForwardedFor(url: string, ports: number[]): Promise<string> {
  const listeners = ports.map(port =>
    createServer((request, reply) => {
      reply.end(String(request.headers['x-forwarded-for']))
    }).listen(port, '127.0.0.1'),
  )
  const answer = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  const heard = await answer.text()
  for (const listener of listeners) {
    listener.close()
    listener.closeAllConnections()
  }
  return heard
}

/** Our file as it is, but for the names, the ports and TLS. */
async function startNginx(ports: number[]) {
  const port = await findFreePort()
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^ *#?server 127\.0\.0\.1:\d+ max_fails=0;\n/gm, '')
    .replace(
      'upstream svichka {\n',
      `upstream svichka {\n${ports.map(each => `server 127.0.0.1:${each} max_fails=0;`).join('\n')}\n`,
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *(listen \[::\]|ssl_certificate).*\n/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
    events {} http { access_log off; ${temporary}\n${site}\n}`,
  )
  return startProxyProgram('nginx', ['-c', join(folder, 'nginx.conf')], `http://127.0.0.1:${port}`)
}

async function startCaddy(ports: number[]) {
  const port = await findFreePort()
  const site = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('{\n\tservers {', '{\n\tadmin off\n\tservers {')
    .replace('candle.example.org {', `http://127.0.0.1:${port} {`)
    .replace(
      'reverse_proxy 127.0.0.1:3000',
      `reverse_proxy ${ports.map(each => `127.0.0.1:${each}`).join(' ')}`,
    )
  writeFileSync(join(folder, 'Caddyfile'), site)
  const words = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  return startProxyProgram('caddy', words, `http://127.0.0.1:${port}`)
}

async function startProxyProgram(name: string, words: string[], url: string) {
  const child = spawn(name, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => {
    said += String(chunk)
  })
  const ended = once(child, 'exit')
  for (let tries = 0; ; tries += 1) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    // Caddy holds the first request until a server is there: whoever listens has started.
    if (answers) break
    if (tries > 100 || child.exitCode !== null) throw new Error(`${name} does not start:\n${said}`)
    await pause(100)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A server on a socket that this script keeps open, as `deploy/svichka.socket` would. */
function describeHeldServer(env: Record<string, string>): Program {
  const holder = spawn(
    'perl',
    ['-e', holdSocket(), process.execPath, resolve('dist/server/main.js')],
    {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let running = 0
  holder.stdout.on('data', (chunk: Buffer) => {
    running += chunk.toString().split('listening on').length - 1
  })
  const isUp = async (count: number) => {
    while (running < count) await pause(20)
  }
  let starts = 0
  return {
    async start() {
      starts += 1
      await isUp(starts)
    },
    // The holder starts the server anew as soon as it has ended.
    async stop() {
      holder.kill(starts === 4 ? 'SIGTERM' : 'SIGUSR1')
    },
    output: () => '',
    memory: () => 0,
    pid: () => holder.pid ?? 0,
  }
}

function holdSocket(): string {
  return `
use IO::Socket::INET; use POSIX;
$^F = 3;
my $listening = IO::Socket::INET->new(LocalAddr => "127.0.0.1:$ENV{PORT}", Listen => 4096, ReuseAddr => 1) or die $!;
dup2(fileno($listening), 3);
my ($server, $ending);
$SIG{USR1} = sub { kill 'TERM', $server };
$SIG{TERM} = sub { $ending = 1; kill 'TERM', $server };
until ($ending) {
  $server = fork;
  if (!$server) { $ENV{LISTEN_FDS} = 1; $ENV{LISTEN_PID} = $$; exec @ARGV }
  while (waitpid($server, 0) != $server) {}
}`
}

function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`])
    return true
  } catch {
    return false
  }
}
