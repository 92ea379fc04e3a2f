import { createServer, type Server } from 'node:http'
import type { Page } from '@playwright/test'
import { CandleForm } from './candle-form'

const hosts: Server[] = []

/** Opens a page of another site: `localhost`, while the form is at `127.0.0.1`. */
export async function visitHost(
  page: Page,
  body: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(`<!doctype html><title>Host</title><body style="margin:0">${body}</body>`)
  })
  hosts.push(host)
  await new Promise<void>(resolve => {
    host.listen(0, '127.0.0.1', resolve)
  })
  const address = host.address()
  if (address === null || typeof address === 'string') throw new Error('The host has no port.')
  await page.goto(`http://localhost:${address.port}/`)
}

export async function closeHosts(): Promise<void> {
  for (const host of hosts.splice(0)) {
    host.closeAllConnections()
    await new Promise(resolve => host.close(resolve))
  }
}

/** The form inside the frame that the embed script made. */
export function framedForm(page: Page, url: string, nth = 0) {
  return new CandleForm(page.frameLocator(`svichka-candle >> nth=${nth} >> iframe`), url)
}
