import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebDriver } from 'selenium-webdriver'
import { test as base, expect } from 'vitest'
import type { Language } from '../../src/shared/language'
import { readSnapshot } from '../faults/read-snapshot'
import { type Product, startProduct } from '../setup/processes'
import { CandleForm } from './candle-form'
import { startFirefox } from './firefox'
import { startWebKit } from './webkit'

export const engine = process.env.ENGINE === 'firefox' ? 'firefox' : 'webkit'

/** A phone's, in CSS pixels. Firefox makes no window narrower than 500. */
export const viewport = { width: engine === 'webkit' ? 390 : 500, height: 664 }

/** What an app's browser, or a strict one, may lack. */
export interface Lacks {
  storage?: boolean
}

/** The flame is still, as in the other browser tests. */
async function openBrowser({ storage }: Lacks = {}) {
  const browser =
    engine === 'webkit'
      ? await startWebKit(storage ? ['--enable-html5-local-storage=false'] : [])
      : await startFirefox({ 'ui.prefersReducedMotion': 1 }, storage ? ['dom.storage.enabled'] : [])
  await resize(browser.driver, viewport)
  return browser
}

/** The window's own edges and bars come on top. */
export async function resize(driver: WebDriver, wanted: { width: number; height: number }) {
  let rect = { x: 0, y: 0, ...wanted }
  const isFitting = async () => {
    await driver.manage().window().setRect(rect)
    const [width, height] = await driver.executeScript<[number, number]>(
      'return [innerWidth, innerHeight]',
    )
    rect = {
      ...rect,
      width: rect.width + wanted.width - width,
      height: rect.height + wanted.height - height,
    }
    return { width, height }
  }
  await expect.poll(isFitting).toEqual(wanted)
}

/** The way to the product, which a test can cut or hold up by paths. */
export interface Line {
  url: string
  /** Ends the requests whose path matches. */
  refuse(path: RegExp | null): void
  /** Keeps them waiting until the returned function is called. */
  hold(path: RegExp): () => void
  /** Paths that were asked for. */
  asked: string[]
}

async function startLine(product: Product): Promise<Line & { stop: () => void }> {
  const asked: string[] = []
  let refused: RegExp | null = null
  let held: { path: RegExp; end: Promise<void> } | null = null
  const server = createServer(async (incoming, outgoing) => {
    const { url: path = '', method = '', headers } = incoming
    asked.push(path)
    if (refused?.test(path)) return void incoming.socket.destroy()
    if (held?.path.test(path)) await held.end
    // A kept connection may be closed at the moment it is used again.
    const options = { method, headers, agent: false }
    const passed = request(`${product.url}${path}`, options, answer => {
      // What is kept cannot be cut.
      const headers = { ...answer.headers, 'cache-control': 'no-store' }
      outgoing.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => incoming.socket.destroy())
    incoming.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    refuse(path) {
      refused = path
    },
    hold(path) {
      let letGo = () => {}
      const end = new Promise<void>(resolve => {
        letGo = resolve
      })
      held = { path, end }
      return letGo
    },
    asked,
    stop: () => void server.close().closeAllConnections(),
  }
}

interface Tools {
  lacks: Lacks
  driver: WebDriver
  product: Product
  /** Of one test: at an origin of its own, whose storage holds no other test's payment. */
  line: Line
  /** The form alone in the window. */
  form: CandleForm
  /** Opens it, and waits for its script. */
  visit: (language: Language) => Promise<void>
  /**
   * Opens a page of another site with this body: at `localhost`, while the form is at `127.0.0.1`.
   * Returns the form in its frame.
   */
  visitHost: (body: string) => Promise<CandleForm>
  orders: (name: string) => Promise<number>
  /** Attempts at the bank in this file so far, declined or not. */
  countAttempts: () => Promise<number>
}

const read = ({ dataDir, sandboxUrl }: Product) =>
  readSnapshot({ dataDir, sandboxUrl, databaseUrl: null, candles: [] })

export const test = base.extend<Tools>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures here
  lacks: [async ({}, use) => use({}), { scope: 'file' }],
  driver: [
    async ({ lacks }, use) => {
      const { driver, end } = await openBrowser(lacks)
      await use(driver)
      await end()
    },
    { scope: 'file' },
  ],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures here
    async ({}, use) => {
      const product = await startProduct({ env: { LIMIT_FACTOR: '1000' } })
      await use(product)
      await product.stop()
    },
    { scope: 'file' },
  ],
  line: async ({ product }, use) => {
    const line = await startLine(product)
    await use(line)
    line.stop()
  },
  form: async ({ driver }, use) => use(new CandleForm(driver)),
  visit: async ({ driver, line, form }, use) => {
    await use(async language => {
      await driver.get(`${line.url}/?lang=${language}`)
      await form.started()
    })
  },
  visitHost: async ({ driver }, use) => {
    let page = ''
    const host = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>Host</title><body style="margin:0">${page}</body>`)
    })
    await once(host.listen(0, '127.0.0.1'), 'listening')
    const { port } = host.address() as AddressInfo
    await use(async body => {
      page = body
      await driver.get(`http://localhost:${port}/`)
      return new CandleForm(driver, ['iframe'])
    })
    host.close().closeAllConnections()
  },
  orders: async ({ product }, use) => {
    await use(async name => {
      const { orders } = await read(product)
      return orders.filter(order => order.name === name).length
    })
  },
  countAttempts: async ({ product }, use) => {
    await use(async () => (await read(product)).charges.length)
  },
})

export { expect }
