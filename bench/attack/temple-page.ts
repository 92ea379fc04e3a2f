import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { notifyTemple } from '../../src/server/orders/notify-temple'
import { startApi } from '../../tests/integration/start-api'
import { behindProxy, orderFrom } from '../../tests/security/visitor'
import { startProduct } from '../../tests/setup/processes'

const rounds = 5
const waiting = 203
const uploads = 3

/** In a process of its own: what 600 answers cost a client must not delay the visitor. */
const flood = `const [link, forged] = process.argv.slice(1)
const statuses = {}
const open = async url => {
  const answer = await fetch(url)
  await answer.text()
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
}
await Promise.all([...Array(300).fill(link), ...Array(300).fill(forged)].map(open))
console.log(JSON.stringify(statuses))`

/**
 * 300 times the temple's page with 200 orders and 300 forged links at once, while three uploads have
 * stalled. Measures what another visitor's page takes meanwhile, by the clock on the wall.
 */
export async function attackTemplePage(): Promise<void> {
  const { dataDir, path } = await fillStore()
  const product = await startProduct({ dataDir, env: behindProxy })
  const link = product.url + path
  const stalled = Array.from({ length: uploads }, () => beginUpload(link))
  const agent = new Agent({ keepAlive: true })
  const rows: object[] = []
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await measure(product.url, agent, pause(1_000))
    const child = spawn(process.execPath, ['--input-type=module', '-e', flood, link, `${link}x`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let answers = ''
    child.stdout.on('data', chunk => {
      answers += chunk
    })
    const busy = await measure(product.url, agent, once(child, 'close'))
    rows.push({
      'answers to the 600': answers.trim(),
      'they took, ms': busy.lastedMs,
      'the visitor’s page, ms: median': busy.medianMs,
      slowest: busy.slowestMs,
      'slowest with nobody else': quiet.slowestMs,
    })
  }
  console.table(rows)
  for (const socket of stalled) socket.destroy()
  agent.destroy()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** More orders than one part of the list has, and the path in the temple's emails. */
async function fillStore() {
  const env = { ...behindProxy, DIGEST_AFTER: '1', TEMPLE_EMAIL: 'temple@example.org' }
  const api = await startApi({ env, copiesStore: false })
  for (let i = 0; i < waiting; i += 1) {
    const fields = { name: 'Марії, Петра з родиною', email: `donor-${i}@example.org` }
    const { status } = await orderFrom(api, `10.${i}.0.1`, randomUUID(), fields)
    if (status !== 200) throw new Error(`An order was answered with ${status}.`)
  }
  await notifyTemple(api.services)
  await api.services.outbox.runOnce()
  const folder = join(api.dataDir, 'mail')
  const [notice = ''] = readdirSync(folder).filter(name => name.includes('-temple-'))
  const { text = '' } = await PostalMime.parse(readFileSync(join(folder, notice)))
  const [path] = /\/temple\/[\w-]+/.exec(text) ?? []
  if (!path) throw new Error(`There is no link in: ${text}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'svichka-attack-'))
  cpSync(api.dataDir, dataDir, { recursive: true })
  await api.close()
  return { dataDir, path }
}

/** Sends half of a picture of 20 MB, and then nothing more. */
function beginUpload(link: string) {
  const { hostname, port, pathname } = new URL(link)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const head = [`POST ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`]
  head.push('Content-Type: multipart/form-data; boundary=x', 'Content-Length: 20000000', '', '')
  const part = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
  socket.write(head.join('\r\n') + part)
  socket.write(Buffer.alloc(10_000_000, 1))
  return socket
}

/** A visitor who opens the page fifty times a second, until then. */
async function measure(url: string, agent: Agent, until: Promise<unknown>) {
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  const times: number[] = []
  const startedAt = performance.now()
  while (!isOver) {
    const sentAt = performance.now()
    await open(url, agent)
    times.push(performance.now() - sentAt)
    await pause(20)
  }
  await over
  times.sort((one, other) => one - other)
  return {
    lastedMs: Math.round(performance.now() - startedAt),
    medianMs: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    slowestMs: Math.round(times.at(-1) ?? 0),
  }
}

const open = (url: string, agent: Agent) =>
  new Promise<void>((done, fail) => {
    get(url, { agent }, answer => answer.resume().once('end', done)).once('error', fail)
  })
