import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { pageFolder } from './build'
import { compare, inTurn, ours, type Section } from './figure'
import { type Answers, serve, startServer } from './programs'
import { measureFrame, measureOrder, measureTyping, openBrowser, visitPage } from './visit'

const staticPage = 'same HTML, static'
const emptyReact = 'empty React'
const usual = 'usual libraries'
const plainFrame = 'plain iframe'

/** The page as with the real payment provider, without the provider's script. */
const liveKeys = {
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  LOG_LEVEL: 'silent',
}

/** Timings of a mid-range phone on a slow network. */
export const firstSeconds: Section = {
  note: 'Chromium, a processor four times slower, an empty cache, the mobile preset of Lighthouse (the order: Slow 3G), the candidates in turn.',
  async measure() {
    const own = await startServer(liveKeys)
    const served = {
      [staticPage]: await serve(answerPage(readPage().replace(scripts, ''))),
      [emptyReact]: await serve(answerEmptyReact()),
      [usual]: await serve(answerFolder(pageFolder('baseline'))),
      tag: await serve(answerPage(writeHost(writeTag(own.url)))),
      [plainFrame]: await serve(answerPage(writeHost(writeFrame(own.url)))),
    }
    const browser = await openBrowser()
    const measure = <T>(
      rounds: number,
      visit: (browser: Browser, url: string) => Promise<T>,
      [program, ...names]: [{ url: string }, ...(keyof typeof served)[]],
    ) =>
      inTurn(rounds, {
        [ours]: () => visit(browser, program.url),
        ...Object.fromEntries(names.map(name => [name, () => visit(browser, served[name].url)])),
      })
    try {
      const visits = await measure(5, visitPage, [own, staticPage, emptyReact, usual])
      const { [emptyReact]: _, ...painted } = visits
      const { [staticPage]: __, ...started } = visits
      const alone = { [ours]: visits[ours] ?? [] }
      // One frame of the screen is a fiftieth of it.
      const typing = await measure(15, measureTyping, [own, staticPage])
      const orders = await measure(3, measureOrder, [own])
      const frames = await measure(5, measureFrame, [served.tag, plainFrame])
      return [
        {
          name: 'First paint on a slow phone',
          unit: 'ms',
          ...compare(painted, visit => visit.firstPaint),
          budget: { atMost: 1.05, times: staticPage },
        },
        {
          name: 'Typing works on a slow phone',
          unit: 'ms',
          ...compare(typing, ms => ms),
          budget: { atMost: 1.05, times: staticPage },
        },
        {
          name: 'The script has taken over',
          unit: 'ms',
          ...compare(started, visit => visit.takenOver),
          budget: { atMost: 1.08, times: emptyReact },
        },
        {
          name: 'Free order sent after the first paint, Slow 3G',
          unit: 'ms',
          ...compare(orders, ms => ms),
          budget: { atMost: 100 },
        },
        {
          name: 'Form painted inside a host page',
          unit: 'ms',
          ...compare(frames, ms => ms),
          budget: { atMost: 1.05, times: plainFrame },
        },
        {
          name: 'Requests until the script has taken over',
          unit: 'requests',
          ...compare(alone, visit => visit.requestsToTakeOver),
          budget: { atMost: 3 },
        },
        {
          name: 'Requests until the page is quiet',
          unit: 'requests',
          ...compare(alone, visit => visit.requests),
          budget: { atMost: 6 },
        },
      ]
    } finally {
      await browser.close()
      for (const { stop } of [own, ...Object.values(served)]) await stop()
    }
  },
}

const readPage = () => readFileSync('dist/web/documents/uk.html', 'utf8')
const scripts = /<script[\s\S]*?<\/script>/g

/** Our HTML and styles with a script that only hydrates one field: the lower bound of React. */
function answerEmptyReact(): Answers {
  const files = answerFolder(pageFolder('empty-react'))
  const [script = ''] = Object.keys(files).filter(path => path.endsWith('.js'))
  const page = readPage()
    .replace(/\/assets\/main[^"]*\.js/, script)
    .replace('<body>', '<body><div id="root" hidden><input name="forWhom"/></div>')
  return { ...files, ...answerPage(page) }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

function compress(text: string | Buffer, type = 'application/octet-stream'): Answers[string] {
  const headers = { 'content-type': type, 'content-encoding': 'br' }
  return { headers, body: brotliCompressSync(text).toString('base64') }
}

const answerPage = (html: string): Answers => ({ '/': compress(html, types['.html']) })

function answerFolder(folder: string): Answers {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  const config = compress('{"configured":true,"publicKey":"pk_test_bench"}', 'application/json')
  return {
    '/api/stripe-config': config,
    ...Object.fromEntries(
      files.map(file => [
        file.slice(folder.length).replace('/index.html', '/'),
        compress(readFileSync(file), types[extname(file)]),
      ]),
    ),
  }
}

// As docs/embedding.md has it.
const writeFrame = (url: string) =>
  `<iframe src="${url}/?lang=uk" title="Запалити свічку в храмі" allow="payment" style="display:block;width:100%;height:900px;border:0;color-scheme:light"></iframe>`
const writeTag = (url: string) =>
  `<svichka-candle>${writeFrame(url)}</svichka-candle><script async src="${url}/embed.js"></script>`
const writeHost = (paste: string) =>
  `<!doctype html><html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Парафія</title></head><body>${paste}</body></html>`
