import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../scripts/programs'
import { findFreePort } from './free-port'

export const proxies = ['nginx', 'caddy'] as const
export type ProxyName = (typeof proxies)[number]

/** `ATTACK_PROXY=nginx` or `ATTACK_PROXY=caddy` puts that proxy in front of every server that a test starts. */
export const proxyOfAttack = proxies.find(name => name === process.env.ATTACK_PROXY)

/** The server believes these tests about addresses, as it would its proxy. */
export const behindProxy = { TRUST_PROXY: '127.0.0.1' }

/**
 * Starts a proxy with its file in deploy/ in front of a server, on a free port and without TLS. A sender is
 * the address that connects. With `believesTests` the proxy stands behind another one, which is the test: it
 * takes the address from `X-Forwarded-For`.
 */
export async function startProxy(name: ProxyName, serverUrl: string, believesTests = false) {
  const folder = mkdtempSync(join(tmpdir(), `svichka-${name}-`))
  const url = `http://127.0.0.1:${await findFreePort()}`
  const start = name === 'nginx' ? startNginx : startCaddy
  const child = start(folder, url, serverUrl, believesTests)
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

function startNginx(
  folder: string,
  url: string,
  serverUrl: string,
  believesTests: boolean,
): ChildProcess {
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
  const realip = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;'
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  // As the file asks for.
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
worker_rlimit_nofile 32768; events { worker_connections 16384; }
http { ${folders} ${believesTests ? realip : ''}\n${site} }`,
  )
  return spawn(findProgram('nginx'), ['-c', file, '-p', folder], { stdio: 'ignore' })
}

function startCaddy(
  folder: string,
  url: string,
  serverUrl: string,
  believesTests: boolean,
): ChildProcess {
  const file = join(folder, 'Caddyfile')
  const trusted = believesTests ? '\ntrusted_proxies 127.0.0.1/32' : ''
  const site = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('candle.example.org {', `http://:${new URL(url).port} {`)
    .replaceAll('127.0.0.1:3000 {', `${new URL(serverUrl).host} {${trusted}`)
    // No test waits for so long.
    .replace('write 26m', 'write 20s')
    .replace('{\n\tservers', '{\n\tadmin off\n\tservers')
  writeFileSync(file, site)
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = { PATH: process.env.PATH, HOME: data, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data }
  const words = ['run', '--config', file, '--adapter', 'caddyfile']
  return spawn(findProgram('caddy'), words, { stdio: 'ignore', env })
}
