import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HostPage {
  /** The host page's address, at another host name than the form's. */
  url: string
  close: () => Promise<void>
}

/** A page of somebody else's, served from `localhost` while the form lives at `127.0.0.1`. */
export async function serveHostPage(
  html: string,
  headers: Record<string, string> = {},
): Promise<HostPage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(html)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
