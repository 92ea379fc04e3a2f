import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkPlainHttp } from '../../../src/cli/checks/address'
import { insertSubmission } from '../../../src/server/db/submissions'
import { dayMs } from '../../../src/shared/durations'
import type { SubmissionChanges } from '../../../src/shared/temple-page'
import { findFreePort } from '../../setup/free-port'
import { listen } from '../../setup/listen'
import { startDns } from '../../setup/start-dns'
import { apiForEach } from '../api-fixture'
import { startSmtpServer } from '../emails/start-smtp-server'
import { opsForEach } from './open-ops'

const ops = opsForEach('sqlite')

/** The doctor's findings about one part, a line each. */
async function examine(name: string, variables: Record<string, string>): Promise<string> {
  ops.clock.now = Date.now()
  const { output } = await ops.run('doctor --json', { PORT: '9', ...variables })
  const findings: { name: string; state: string; found: string; advice?: string }[] =
    JSON.parse(output)
  const own = findings.filter(finding => finding.name === name)
  return own.map(({ state, found, advice = '' }) => `${state}: ${found} ${advice}`).join('\n')
}

describe('the doctor looks at the form as a visitor does', () => {
  const api = apiForEach()

  /** A proxy with TLS, in front of the server. Resolves to its port. */
  function startProxy({
    to = api.url,
    days = 90,
    forwards = true,
    passesPosts = true,
  } = {}): Promise<number> {
    const key = join(ops.dataDir, 'proxy.key')
    const cert = join(ops.dataDir, 'proxy.crt')
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
        .concat(['-keyout', key, '-out', cert, '-days', String(days)])
        .concat(subject),
      { stdio: 'ignore' },
    )
    const tls = { key: readFileSync(key), cert: readFileSync(cert) }
    return listen(
      createTlsServer(tls, (received, reply) => {
        const { url = '', method = 'GET', headers: sent } = received
        if (method === 'POST' && !passesPosts) return reply.writeHead(403).end('Blocked')
        const headers = {
          ...(sent['content-type'] && { 'content-type': sent['content-type'] }),
          ...(forwards && { 'x-forwarded-for': '192.0.2.7' }),
        }
        const passed = request(new URL(url, to), { method, headers }, answer => {
          reply.writeHead(answer.statusCode ?? 502)
          answer.pipe(reply)
        })
        received.pipe(passed)
      }),
    )
  }

  const examineAt = (port: number, variables: Record<string, string> = {}) =>
    examine('address', {
      PORT: new URL(api.url).port,
      PUBLIC_URL: `https://localhost:${port}`,
      NODE_ENV: 'production',
      ...variables,
    })

  it('finds a proxy that the settings do not name, and one that does not say who visits', async () => {
    const said = await examineAt(await startProxy(), { TRUST_PROXY: '192.168.1.1' })
    expect(said).toContain('is this server')
    expect(said).toMatch(
      /error: The proxy connects from 127\.0\.0\.1, which TRUST_PROXY does not name/,
    )
    expect(said).toContain('Set TRUST_PROXY=127.0.0.1')
    expect(await examineAt(await startProxy({ forwards: false }))).toContain(
      'error: The proxy does not send X-Forwarded-For.',
    )
  })

  it('finds a firewall that lets no words of an order through', async () => {
    const sandbox = { CARD_PROVIDER: 'sandbox', SANDBOX_PORT: String(await findFreePort()) }
    const cards = { ...sandbox, NODE_ENV: 'development' }
    expect(await examineAt(await startProxy(), cards)).toContain(
      'ok: The words of an order reach the server.',
    )
    const blocked = await examineAt(await startProxy({ passesPosts: false }), cards)
    expect(blocked).toMatch(/error: The words of an order do not reach the server .*answered 403/)
  })

  it('finds a certificate that is not accepted or about to expire', async () => {
    const said = await examineAt(await startProxy({ days: 9 }))
    expect(said).toMatch(/error: The certificate of localhost:\d+ is not valid \(DEPTH_ZERO_SELF/)
    expect(said).toMatch(/warning: The certificate of localhost:\d+ is valid for [89] more days/)
  })

  it('finds a name that leads elsewhere or nowhere', async () => {
    const other = createServer((_request, reply) => reply.end('Welcome to nginx!'))
    const elsewhere = `http://127.0.0.1:${await listen(other)}`
    expect(await examineAt(await startProxy({ to: elsewhere }))).toContain(
      'answers, but it is not this server.',
    )
    const away = createServer((_request, reply) => reply.writeHead(502).end())
    const broken = `http://127.0.0.1:${await listen(away)}`
    expect(await examineAt(await startProxy({ to: broken }))).toMatch(
      /error: .* answers 502\. The proxy must pass requests on to 127\.0\.0\.1:/,
    )
    const moved = createServer((_request, reply) =>
      reply.writeHead(301, { location: 'https://candle.example.org/api/live' }).end(),
    )
    const PUBLIC_URL = `http://localhost:${await listen(moved)}`
    expect(await examineAt(0, { PUBLIC_URL })).toBe(
      `error: ${PUBLIC_URL} leads to https://candle.example.org. Set PUBLIC_URL=https://candle.example.org, then svichka restart.`,
    )
    expect(await examineAt(await findFreePort())).toMatch(/error: Nobody answers at .*ECONNREFUSED/)
    const typo = { PUBLIC_URL: 'https://candel.invalid' }
    expect(await examineAt(0, typo)).toMatch(/error: .*candel\.invalid/)
  })
})

it('the doctor finds a clock that nothing sets where no provider tells the time', async () => {
  const production = { NODE_ENV: 'production', CARD_PROVIDER: 'none' }
  const timedatectl = join(ops.dataDir, 'timedatectl')
  vi.stubEnv('PATH', `${ops.dataDir}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  writeFileSync(timedatectl, '#!/bin/sh\necho no\n', { mode: 0o755 })
  expect(await examine('clock', production)).toMatch(
    /^warning: Nothing keeps the clock of this machine right\. .*timedatectl set-ntp true/,
  )
  writeFileSync(timedatectl, '#!/bin/sh\necho yes\n')
  expect(await examine('clock', production)).toMatch(/^skipped: Not compared/)
})

/** A server whose certificate is valid from 2099 on. Resolves to its host. */
async function startAheadOfItsTime(): Promise<string> {
  const settings = `[ca]\ndefault_ca=own\n[own]\nnew_certs_dir=.\ndatabase=index\nserial=serial
default_md=sha256\npolicy=any\ncopy_extensions=copy\n[any]\ncommonName=supplied\n`
  const run = (line: string) =>
    execFileSync('openssl', line.split(' '), { cwd: ops.dataDir, stdio: 'ignore' })
  const write = (name: string, text: string) => writeFileSync(join(ops.dataDir, name), text)
  write('ca.cnf', settings)
  write('index', '')
  write('serial', '01\n')
  run(
    'req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out request -subj /CN=localhost -addext subjectAltName=DNS:localhost',
  )
  run(
    'ca -batch -selfsign -config ca.cnf -keyfile key -in request -out certificate -notext -startdate 20990101000000Z -enddate 21000101000000Z',
  )
  const read = (name: string) => readFileSync(join(ops.dataDir, name))
  const tls = { key: read('key'), cert: read('certificate') }
  return `localhost:${await listen(createTlsServer(tls, (_request, reply) => reply.end()))}`
}

it('the doctor suspects the clock where a certificate is not valid yet', async () => {
  const host = await startAheadOfItsTime()
  const production = { NODE_ENV: 'production', PUBLIC_URL: `https://${host}` }
  const mail = { SMTP_URL: `smtps://${host}`, MAIL_FROM: 'candle@parish.test' }
  for (const said of [
    await examine('address', production),
    await examine('embedding', { FRAME_ANCESTORS: `https://${host}` }),
    await examine('mail', { ...mail, TEMPLE_EMAIL: 'temple@parish.test' }),
  ])
    expect(said).toMatch(/(not yet valid|CERT_NOT_YET_VALID).*Set it by NTP/)
})

it('the doctor repeats the last words of a server that does not run, and does not blame the proxy', async () => {
  const journal = join(ops.dataDir, 'journalctl')
  writeFileSync(
    journal,
    // Only these fields leave out what systemd says.
    `#!/bin/sh
case "$*" in
  '_SYSTEMD_UNIT=svichka.service + UNIT=svichka.socket PRIORITY=3 -n 3 '*) echo 'Start again: PORT must be a port number' ;;
  *) echo 'svichka.service: Failed.' ;;
esac
`,
    { mode: 0o755 },
  )
  vi.stubEnv('PATH', `${ops.dataDir}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const away = createServer((_request, reply) => reply.writeHead(502).end())
  const PUBLIC_URL = `http://127.0.0.1:${await listen(away)}`
  const variables = { NODE_ENV: 'production', PUBLIC_URL, PORT: String(await findFreePort()) }
  expect(await examine('server', variables)).toMatch(
    /error: No server answers at .*ECONNREFUSED.*\nThe end of its log:\nStart again: PORT must be a port number Correct/,
  )
  expect(await examine('address', variables)).toBe(
    `skipped: ${PUBLIC_URL} was not checked: the server is not running yet. `,
  )
})

describe('the doctor follows the sites that may embed the form', () => {
  const redirectTo = (place: string) =>
    listen(createServer((_request, reply) => reply.writeHead(302, { location: place }).end()))

  it('and finds one whose visitors end up at another, where the form is blank', async () => {
    const site = createServer((_request, reply) => reply.end('A parish'))
    const real = `http://127.0.0.1:${await listen(site)}`
    const typed = `http://127.0.0.1:${await redirectTo(real)}`
    expect(await examine('embedding', { FRAME_ANCESTORS: typed })).toContain(
      `warning: ${typed} leads to ${real}, and FRAME_ANCESTORS does not name it`,
    )
    for (const named of [`${typed} ${real}`, `${typed} *.0.0.1:${new URL(real).port}`])
      expect(await examine('embedding', { FRAME_ANCESTORS: named })).not.toContain('warning')
  })

  it('and finds one that does not exist', async () => {
    const typo = { FRAME_ANCESTORS: 'http://parihs.invalid' }
    expect(await examine('embedding', typo)).toContain(
      'warning: http://parihs.invalid, which FRAME_ANCESTORS names, cannot be opened (ENOTFOUND: ',
    )
    expect(await examine('embedding', {})).toBe('')
  })
})

describe('the doctor looks at port 80', () => {
  const look = async (port: number) => {
    const said = []
    for await (const { state, found } of checkPlainHttp(new URL(`http://127.0.0.1:${port}`)))
      said.push(`${state}: ${found}`)
    return said.join()
  }

  it('and finds that nobody answers there, or that visitors stay without TLS', async () => {
    expect(await look(await findFreePort())).toMatch(/^warning: Nobody answers at/)
    const welcome = createServer((_request, reply) => reply.end('Welcome to nginx!'))
    expect(await look(await listen(welcome))).toMatch(/^warning: .* is not redirected to https/)
    const redirecting = createServer((_request, reply) =>
      reply.writeHead(301, { location: 'https://candle.example.org/' }).end(),
    )
    expect(await look(await listen(redirecting))).toBe('')
  })
})

describe('the doctor says what is wrong with the mail', () => {
  const mail = { MAIL_FROM: 'candle@parish.test', TEMPLE_EMAIL: 'temple@parish.test' }
  const examineMail = (SMTP_URL: string, more: Record<string, string> = {}) =>
    examine('mail', { ...mail, SMTP_URL, ...more })

  it('a port that begins with TLS, or does not', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    expect(await examineMail(`smtps://127.0.0.1:${smtp.port}`)).toMatch(
      /error: .* does not begin with TLS, and smtps:\/\/ does\. Port 465 is smtps/,
    )
    const noGreeting = /error: .* sends no greeting without TLS\. Port 465 is smtps/
    const hangingUp = await listen(createTcpServer(socket => socket.destroy()))
    expect(await examineMail(`smtp://127.0.0.1:${hangingUp}`)).toMatch(noGreeting)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const silent = createTcpServer()
    const examining = examineMail(`smtp://127.0.0.1:${await listen(silent)}`)
    await once(silent, 'connection')
    // Step by step, as the client has yet to hear that it is connected.
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await nextTurn()
      vi.advanceTimersByTime(1_000)
    }
    vi.useRealTimers()
    expect(await examining).toMatch(noGreeting)
  })

  it('a port at which nobody listens, and a host that does not exist', async () => {
    const port = await findFreePort()
    expect(await examineMail(`smtp://127.0.0.1:${port}`)).toContain('error: Nobody listens at')
    expect(await examineMail('smtp://mail.invalid')).toMatch(
      // The second without a network.
      /error: (There is no mail server mail\.invalid in DNS|DNS does not answer: mail\.invalid)/,
    )
  })

  it('a plain email to the temple, which the mail server takes or not', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    const send = (more: object = {}) =>
      ops.run('doctor --mail', {
        ...{ SMTP_URL: smtp.url, TEMPLE_EMAIL: 'temple@parish.test', TEMPLE_LANGUAGE: 'en' },
        ...{ MAIL_FROM: 'form@parish.test', PUBLIC_URL: 'https://candle.parish.test', ...more },
      })
    const sent = await send()
    expect(sent.output).toMatch(/^ok .* took an email to temple@parish\.test\. Ask there/)
    expect(sent.exitCode).toBe(0)
    expect(smtp.received).toMatchObject([{ subject: 'Do our emails arrive?' }])
    expect(smtp.received[0]?.text).not.toMatch(/https?:/)
    smtp.behaviour = 'refuse recipients'
    const refused = await send()
    expect(refused.output).toMatch(/^ERROR .* does not take the email/)
    expect(refused.exitCode).toBe(1)
    expect((await send({ SMTP_URL: '' })).output).toContain('emails become files')
  })

  it('domains that take no mail, and a sender for whom the mail server may not send', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://candle.parish.test' }
    const look = (more: object = {}) => examineMail(smtp.url, { ...production, ...more })
    const zone = {
      'parish.test MX': ['mx.parish.test'],
      'parish.test TXT': ['v=spf1 include:spf.provider.test -all'],
      'spf.provider.test TXT': ['v=spf1 ip4:192.0.2.0/28 ~all'],
      '_dmarc.parish.test TXT': ['v=DMARC1; p=none'],
      'candle.parish.test A': ['192.0.2.9'],
    }
    await startDns(zone)
    expect(await look()).toContain('warning: Nobody has marked a candle on the temple’s page yet')
    const at = Date.now() - dayMs
    const changes: SubmissionChanges = { kind: 'undone', codes: [], corrected: 0, uncorrected: [] }
    await insertSubmission(ops.store.db, { id: '1', at, changes })
    const said = await look()
    expect(said).toContain('ok: Mail for parish.test goes to mx.parish.test.')
    expect(said).toContain('ok: The SPF record of parish.test names candle.parish.test.')
    expect(said).toContain('ok: The temple last marked a candle on its page 1 day ago.')
    expect(said).not.toMatch(/warning|error/)
    // It only logs in.
    expect(said).toContain('ok: The mail server')
    expect(smtp.received).toEqual([])

    await startDns({ ...zone, 'candle.parish.test A': ['192.0.2.99'] })
    expect(await look()).toMatch(
      /warning: The SPF record of parish\.test \(MAIL_FROM\) does not name candle\.parish\.test/,
    )
    await startDns({ 'parish.test A': ['192.0.2.1'] })
    const bare = await look({ TEMPLE_EMAIL: 'temple@typo.test' })
    expect(bare).toContain('error: No mail server takes mail for typo.test. Correct TEMPLE_EMAIL.')
    expect(bare).toContain('warning: parish.test (MAIL_FROM) has no SPF record')
    expect(bare).toContain('warning: parish.test (MAIL_FROM) has no DMARC record')
  })
})
