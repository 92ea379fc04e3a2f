import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startProduct } from '../setup/processes'
import { sample } from '../setup/sample'
import { orderAt, productForAll } from './visitor'

const sockets = 24
const perBurst = 900
const attackMs = sample(2_500, 5_000)

describe('bursts of pipelined requests', () => {
  // Fewer than the bursts ask for, as many as the largest parish needs.
  const product = productForAll({ wrapper: ['prlimit', '--nofile=4096'] })

  test('leave the page and the orders to visitors', async ({ annotate }) => {
    const html = await (await fetch(product.url)).text()
    const file = /\/assets\/[\w-]+\.js/.exec(html)?.[0] ?? ''
    const burst = `GET ${file} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(perBurst)
    const until = Date.now() + attackMs
    const attack = (): Socket => {
      const socket = connect(Number(new URL(product.url).port), '127.0.0.1')
      socket.write(burst)
      // Nothing is read of the answers.
      socket.pause()
      socket.on('error', () => {})
      socket.on('close', () => Date.now() < until && setTimeout(attack, 50))
      return socket
    }
    const open = Array.from({ length: sockets }, attack)
    let slowest = 0
    while (Date.now() < until) {
      const startedAt = Date.now()
      const signal = AbortSignal.timeout(60_000)
      const visits = [fetch(product.url, { signal }), orderAt(product.url, {}, { signal })]
      for (const { status } of await Promise.all(visits)) expect(status).toBe(200)
      slowest = Math.max(slowest, Date.now() - startedAt)
      await pause(200)
    }
    for (const socket of open) socket.destroy()
    await annotate(`no call failed, slowest page and order ${slowest} ms`)
  })
})

test('without free descriptors the server survives, and answers once some are free', async () => {
  const most = 150
  const product = await startProduct({ wrapper: ['prlimit', `--nofile=${most}`] })
  const port = Number(new URL(product.url).port)
  const open = Array.from({ length: 400 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await expect
    .poll(() => readdirSync(`/proc/${product.server.pid()}/fd`).length)
    .toBeGreaterThanOrEqual(most)
  const signal = AbortSignal.timeout(1_000)
  await fetch(product.url, { signal }).catch(() => {})
  for (const socket of open) socket.destroy()
  const place = () => orderAt(product.url).catch(() => null)
  await expect.poll(async () => (await place())?.status).toBe(200)
  expect(product.server.output()).not.toContain('stopping after an error')
  await product.stop()
})

test('an uncaught error is logged, and ends the process in order', async () => {
  const uncaught = 'process.on("SIGUSR2", () => { throw new Error("uncaught") })'
  const product = await startProduct({
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(uncaught)}` },
  })
  process.kill(product.server.pid(), 'SIGUSR2')
  await expect.poll(() => product.server.output()).toContain('stopping after an error')
  await expect.poll(() => fetch(product.url).catch(() => 'ended')).toBe('ended')
  await product.stop()
})
