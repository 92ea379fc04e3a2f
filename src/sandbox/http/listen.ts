import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AnswerRequest, Outcome } from './answer-request'
import type { Exchange } from './exchange'
import { readExchange } from './read-exchange'

export interface Listening {
  port: number
  close(): Promise<void>
}

/** Opens the port. `report` hears of what should not happen. */
export async function listen(
  host: string,
  port: number,
  answer: AnswerRequest,
  report: (problem: string) => void,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    try {
      const exchange = await readExchange(request)
      if (!exchange) return refuseLarge(response)
      write(response, exchange, await answer(exchange))
    } catch (error) {
      fail(response, error, report)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => close(server),
  }
}

function write(
  response: ServerResponse,
  { method, headers }: Exchange,
  { reply, cutShort }: Outcome,
): void {
  if (!reply) {
    response.destroy()
    return
  }
  const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(reply.body)
  // A browser sends a request again by itself when a kept connection dies before the answer comes,
  // a payment too. A lost answer has to stay lost, so browsers are given a connection for each.
  if (headers['user-agent']?.includes('Mozilla/')) response.setHeader('Connection', 'close')
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': body.length })
  if (cutShort) {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
    return
  }
  response.end(method === 'HEAD' ? undefined : body)
}

function refuseLarge(response: ServerResponse): void {
  response.writeHead(413, { 'Content-Type': 'text/plain', Connection: 'close' })
  response.end('The body is too large.')
}

/** The one place for what nobody expected. */
function fail(response: ServerResponse, error: unknown, report: (problem: string) => void): void {
  report(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(500, {
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': '*',
  })
  response.end(
    JSON.stringify({ error: { type: 'api_error', message: 'The card sandbox has failed.' } }),
  )
}

async function close(server: Server): Promise<void> {
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
