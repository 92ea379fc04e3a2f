import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listenForEvents } from './listen-for-events'
import { paidDirectly, sdk } from './open-sdk'

function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'card-sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** The sandbox as a program, as `npm run sandbox` runs it. */
function run(env: Record<string, string> = {}) {
  const program = spawn('node', ['dist/sandbox/main.js'], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SANDBOX_DATA_DIR: makeDataDir(), ...env },
  })
  const state = { program, url: '', port: 0, output: '' }
  const ended = new Promise<number | null>(resolve => program.once('exit', resolve))
  onTestFinished(async () => {
    program.kill('SIGKILL')
    await ended
  })
  const ready = new Promise<void>((resolve, reject) => {
    program.stdout.on('data', chunk => {
      state.output += chunk
      state.url = /listening on (http:\S+)/.exec(state.output)?.[1] ?? ''
      state.port = Number(new URL(state.url).port)
      resolve()
    })
    program.stderr.on('data', chunk => {
      state.output += chunk
    })
    ended.then(() => reject(new Error(state.output)))
  })
  return Object.assign(state, { ended, ready })
}

describe('the sandbox as a program', () => {
  test('prints its address in one line, and stops in order on a signal', async () => {
    const sandbox = run()
    await sandbox.ready
    expect(sandbox.output).toBe(`card sandbox listening on ${sandbox.url}\n`)
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    sandbox.program.kill('SIGTERM')
    expect(await sandbox.ended).toBe(0)
  })

  test('says in one sentence that its port is taken', async () => {
    const first = run()
    await first.ready
    const second = run({ SANDBOX_PORT: String(first.port) })
    second.ready.catch(() => undefined)
    expect(await second.ended).toBe(1)
    expect(second.output).toMatch(/could not start: .*EADDRINUSE.* or set SANDBOX_PORT/)
  })

  test('after a kill it has everything it answered, and goes on delivering', async () => {
    const shop = await listenForEvents()
    shop.answer(500)
    const env = { SANDBOX_DATA_DIR: makeDataDir(), SANDBOX_WEBHOOK_URLS: shop.url }
    const first = run(env)
    await first.ready
    const answered = new Set<string>()
    const stripe = sdk(first.port, { maxNetworkRetries: 0 })
    try {
      for (;;) {
        answered.add((await stripe.paymentIntents.create(paidDirectly)).id)
        if (answered.size === 12) setTimeout(() => first.program.kill('SIGKILL'), 5)
      }
    } catch (error) {
      expect(error).toHaveProperty('type', 'StripeConnectionError')
    }
    await first.ended
    expect(answered.size).toBeGreaterThanOrEqual(12)

    shop.answer(200)
    const before = shop.received.length
    const second = run(env)
    await second.ready
    const kept = new Map<string, string>()
    for await (const { id, status } of sdk(second.port).paymentIntents.list({ limit: 100 }))
      kept.set(id, status)
    for (const id of answered) expect(kept.get(id)).toBe('succeeded')

    await fetch(`${second.url}/_control/drain`, { method: 'POST', body: '{}' })
    const told = shop.received
      .slice(before)
      .map(({ body }) => JSON.parse(body))
      .filter(event => event.type === 'payment_intent.succeeded')
    expect(new Set(told.map(event => event.data.object.id))).toEqual(new Set(kept.keys()))
  }, 30_000)
})
