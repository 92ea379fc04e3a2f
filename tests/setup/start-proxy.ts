import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../scripts/programs'
import { findFreePort } from './free-port'

export const proxies = ['nginx', 'caddy'] as const
export type ProxyName = (typeof proxies)[number]

/**
 * A proxy with its file in deploy/ in front of a server, on a free port and without TLS. It believes nobody
 * about addresses: a sender is the address that connects.
 */
export async function startProxy(name: ProxyName, serverUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), `svichka-${name}-`))
  const url = `http://127.0.0.1:${await findFreePort()}`
  const child =
    name === 'nginx' ? startNginx(folder, url, serverUrl) : startCaddy(folder, url, serverUrl)
  for (;;) {
    const answer = await fetch(`${url}/api/live`).catch(() => null)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`)
  }
  return {
    url,
    async stop() {
      const ended = new Promise(done => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startNginx(folder: string, url: string, serverUrl: string): ChildProcess {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    // The redirect to HTTPS.
    .replace(/server \{\s*listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen ${new URL(url).host};`)
    .replace(/listen \[::\]:443.*|ssl_certificate.*/g, '')
    .replace('127.0.0.1:3000', new URL(serverUrl).host)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(of => `${of}_temp_path ${join(folder, of)};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  // As the file asks for.
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
worker_rlimit_nofile 32768; events { worker_connections 16384; }
http { ${folders}\n${site} }`,
  )
  return spawn(findProgram('nginx'), ['-c', file, '-p', folder], { stdio: 'ignore' })
}

function startCaddy(folder: string, url: string, serverUrl: string): ChildProcess {
  const file = join(folder, 'Caddyfile')
  const site = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('candle.example.org {', `http://:${new URL(url).port} {`)
    .replaceAll('127.0.0.1:3000', new URL(serverUrl).host)
    .replace('{\n\tservers', '{\n\tadmin off\n\tservers')
  writeFileSync(file, site)
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = { PATH: process.env.PATH, HOME: data, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data }
  const words = ['run', '--config', file, '--adapter', 'caddyfile']
  return spawn(findProgram('caddy'), words, { stdio: 'ignore', env })
}
