import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../engines/expect'
import { CandleForm } from './candle-form'

/** Opens a page of another site, whose address it returns: `localhost`, while the form is at `127.0.0.1`. */
export async function visitHost(
  page: Page,
  body: string,
  headers: Record<string, string> = {},
  scripts: Record<string, string> = {},
): Promise<string> {
  const host = createServer(({ url = '' }, response) => {
    if (scripts[url]) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      return response.end(scripts[url])
    }
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(`<!doctype html><title>Host</title><body style="margin:0">${body}</body>`)
  })
  // Open until the worker ends.
  await once(host.listen(0, '127.0.0.1').unref(), 'listening')
  const address = host.address()
  if (address === null || typeof address === 'string') throw new Error('The host has no port.')
  const url = `http://localhost:${address.port}/`
  await page.goto(url)
  return url
}

/** The paste of this tag that a document prints, word for word but for the address. */
export function printedPaste(
  document: 'README.md' | 'docs/embedding.md',
  tag: 'svichka-candle' | 'iframe',
  url: string,
): string {
  const text = readFileSync(resolve(document), 'utf8')
  const pastes = [...text.matchAll(/```html\n(.*?)```/gs)].map(([, code = '']) => code)
  const paste = pastes.find(code => code.startsWith(`<${tag}`))
  if (!paste) throw new Error(`${document} prints no paste of <${tag}>.`)
  return paste.replaceAll('https://candle.example.org', url)
}

/** The paste of docs/embedding.md: the frame shows before, and without, our script. */
export function paste(
  url: string,
  script = `<script async src="${url}/embed.js"></script>`,
): string {
  const printed = printedPaste('docs/embedding.md', 'svichka-candle', url)
  const [frame] = /<svichka-candle.*<\/svichka-candle>/s.exec(printed) ?? []
  return `${frame}${script}`
}

/** The form inside a frame of the host page. */
export function framedForm(page: Page, url: string, nth = 0) {
  return new CandleForm(page.frameLocator(`iframe >> nth=${nth}`), url)
}

export const frameHeight = (page: Page, nth = 0) =>
  page
    .locator('iframe')
    .nth(nth)
    .evaluate(frame => frame.getBoundingClientRect().height)

export const contentHeight = ({ place }: CandleForm) =>
  place.locator('#page').evaluate(element => Math.ceil(element.getBoundingClientRect().height))

/** The form is hydrated, and the frame as tall as its content. */
export async function expectFits(page: Page, form: CandleForm): Promise<void> {
  await form.started()
  await expect.poll(async () => (await frameHeight(page)) - (await contentHeight(form))).toBe(0)
}
