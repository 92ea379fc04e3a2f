import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { measureBlocked, measured } from '../security/fuzz/blocked'
import { productForAll } from '../security/visitor'
import { orderAt } from '../setup/order-at'
import { proxies } from '../setup/start-proxy'

// What the proxies keep from the server, each with its file in deploy/.

const sockets = 100
const perBurst = 900
const attackMs = 5_000
/** Without a proxy visitors wait until the attack ends. */
const withinMs = 2_000

describe.each(proxies)('behind %s', proxy => {
  const product = productForAll({ env: measured, proxy })

  const open = () => {
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1')
    socket.on('error', () => {})
    return socket
  }
  const head = (path: string, header: string) =>
    `POST ${path} HTTP/1.1\r\nHost: candle.example.org\r\n${header}\r\n\r\n`

  /** Resolves to the first line of the answer. */
  const send = (text: string) =>
    new Promise<string>(resolve => {
      const socket = open()
      socket.once('data', answer => {
        resolve(String(answer).split('\r\n')[0] ?? '')
        socket.destroy()
      })
      socket.once('close', () => resolve('no answer'))
      socket.write(text)
    })

  test.each([
    ['an order', '/api/candle-orders', 31],
    ['an event', '/api/stripe-webhook', 250],
  ])('%s in tiny chunks reaches the server in large ones', async (_, path, kib) => {
    const chunks = '1\r\nx\r\n'.repeat(kib * 1024)
    const coding = 'Content-Type: application/json\r\nTransfer-Encoding: chunked'
    const answers: string[] = []
    const act = async () => void answers.push(await send(`${head(path, coding)}${chunks}0\r\n\r\n`))
    const blocked = await measureBlocked(product.server, act, { below: 3, tries: 12 })
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 400 Bad Request']))
    // Chunk by chunk it would be twenty times the reference.
    expect(blocked).toBeLessThan(5)
  })

  test('bursts of pipelined requests leave the page and the orders to visitors', async ({
    annotate,
  }) => {
    const html = await (await fetch(product.url)).text()
    const file = /\/assets\/[\w-]+\.js/.exec(html)?.[0] ?? ''
    const burst = `GET ${file} HTTP/1.1\r\nHost: candle.example.org\r\n\r\n`.repeat(perBurst)
    const until = Date.now() + attackMs
    const attack = (): Socket => {
      const socket = open()
      socket.write(burst)
      // Nothing is read of the answers.
      socket.pause()
      socket.on('close', () => Date.now() < until && setTimeout(attack, 50))
      return socket
    }
    const hostile = Array.from({ length: sockets }, attack)
    let slowest = 0
    while (Date.now() < until) {
      const startedAt = Date.now()
      const visits = [fetch(product.url), orderAt(product.url)]
      for (const { status } of await Promise.all(visits)) expect(status).toBe(200)
      slowest = Math.max(slowest, Date.now() - startedAt)
      await pause(200)
    }
    for (const socket of hostile) socket.destroy()
    await annotate(`no call failed, slowest page and order ${slowest} ms`)
    expect(slowest).toBeLessThan(withinMs)
  })

  // Caddy passes an answer on once it has something to read.
  test.runIf(proxy === 'nginx')('keeps no pictures for a made-up link of the temple', async () => {
    const form = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000000'
    const link = '/temple/aaaaaaaa-aaaaaaaaaaaaaaaaaaaaaa'
    expect(await send(`${head(link, form)}--x\r\n`)).toBe('HTTP/1.1 404 Not Found')
  })
})
