import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startProduct } from '../setup/processes'
import { orderAt } from './visitor'

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
